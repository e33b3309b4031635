/** Starts the page that signs a user out at an application's request. */
import { startPage } from '../page.tsx';
import { Logout } from './logout.tsx';

startPage(Logout, (messages) => messages.logout.title);
