/** Starts the page of a login for an application. */
import { startPage } from '../page.tsx';
import { Login } from './login.tsx';

startPage(Login, (messages) => messages.login.title);
