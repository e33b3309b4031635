/** Starts the administration. */
import { startPage } from '../page.tsx';
import { Administration } from './administration.tsx';
import './admin.css';

startPage(Administration, (messages) => messages.admin.title, 'desk');
