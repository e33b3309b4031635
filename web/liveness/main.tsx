/** Starts the hosted page of liveness sessions. */
import { startPage } from '../page.tsx';
import { LivenessSession } from './liveness-session.tsx';

startPage(LivenessSession, (messages) => messages.livenessSession.title);
