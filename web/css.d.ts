/** Style sheets are imported for their effect; Vite makes a file of them. */
declare module '*.css';
