/** Starts the playground. */
import { startPage } from '../page.tsx';
import './playground.css';
import { Playground } from './playground.tsx';

startPage(Playground, (messages) => messages.playground.title, 'desk');
