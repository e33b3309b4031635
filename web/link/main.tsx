/** Starts the page that one-time links open. */
import { startPage } from '../page.tsx';
import { OneTimeLink } from './link.tsx';

startPage(OneTimeLink, (messages) => messages.link.title);
