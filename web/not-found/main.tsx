/** Starts the page for unknown addresses. */
import { startPage } from '../page.tsx';
import { NotFound } from './not-found.tsx';

startPage(NotFound, (messages) => messages.notFound.title);
