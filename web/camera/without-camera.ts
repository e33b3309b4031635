/** What a page offers to people whose device has no camera. */
import { type ComponentChildren, createContext } from 'preact';

export const WithoutCamera = createContext<ComponentChildren>(null);
