/** The page for login requests that cannot return to the application. */
import { BUILT, pageWithData } from './page-with-data.ts';

const NOT_BUILT = '<!doctype html><html lang="en"><head></head><h1>Login not possible</h1></html>';

/** No outside resources, and nothing inline. */
export const ERROR_PAGE_POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; " +
  "frame-ancestors 'none'";

/** A whole HTML page. Its script reads and shows error and description. */
export const errorPage = (
  error: string,
  description = '',
  file = `${BUILT}/login-error.html`,
): string => pageWithData(file, { error, 'error-description': description }, NOT_BUILT);
