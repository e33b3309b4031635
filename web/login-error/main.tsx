/** Starts the page for logins that cannot be answered. */
import { startPage } from '../page.tsx';
import { LoginError } from './login-error.tsx';

startPage(LoginError, (messages) => messages.loginError.title);
