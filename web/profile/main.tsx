/** Starts the profile. */
import { startPage } from '../page.tsx';
import { Profile } from './profile.tsx';

startPage(Profile, (messages) => messages.profile.title);
