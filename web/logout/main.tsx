/** Starts the page on which somebody is signed out at the wish of an application. */
import { startPage } from '../page.tsx';
import { Logout } from './logout.tsx';

startPage(Logout, (messages) => messages.logout.title);
