/** Starts the page for addresses that lead nowhere. */
import { startPage } from '../page.tsx';
import { NotFound } from './not-found.tsx';

startPage(NotFound, (messages) => messages.notFound.title);
