/** Starts the registration. */
import { startPage } from '../page.tsx';
import { Register } from './register.tsx';

startPage(Register, (messages) => messages.register.title);
