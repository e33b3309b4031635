/** Starts the first page. */
import { startPage } from '../page.tsx';
import { Landing } from './landing.tsx';
import './landing.css';

startPage(Landing, (messages) => messages.landing.title);
