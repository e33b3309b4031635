/** What is put between a page and the service, where an answer is hard to come by. */
import type { Page, Request, Route } from 'playwright-core';
import type { Flaw } from '../../../src/errors.ts';
import { stringifyExact } from '../../../src/text/exact-json.ts';

/** An answer that is no success. */
export interface Refused {
  readonly refused: number;
  readonly message?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  /** What the person has to do first. */
  readonly step?: string;
  /** What is wrong with which member. */
  readonly member?: { readonly field: string; readonly flaw: Flaw };
}

/** No answer comes: `'never'` while the picture is taken, `'away'` as the service cannot be reached. */
type Silence = 'never' | 'away';

/** A page in place of JSON. */
interface Document {
  readonly html: string;
}

/** A file by its path, of the type that its name tells. */
interface File {
  readonly file: string;
}

/** Of which a bigint keeps its digits. */
type Answer = object | Refused | Document | File | Silence | null;

/**
 * Answers by method and path, `GET /account/v1/session`. A path that ends in `*` stands for those that
 * begin so.
 */
export type Answers = Readonly<Record<string, Answer | ((request: Request) => Promise<Answer>)>>;

/** Answers the calls of the page; what is not named goes to the service. */
export async function answerFor(page: Page, answers: Answers): Promise<void> {
  const begun = Object.keys(answers)
    .filter((key) => key.endsWith('*'))
    .map((key) => key.slice(0, -1));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const call = `${route.request().method()} ${pathname}`;
    const key = call in answers ? call : `${begun.find((start) => call.startsWith(start))}*`;
    if (!(key in answers)) return route.fallback();
    const answer = answers[key]!;
    await give(route, typeof answer === 'function' ? await answer(route.request()) : answer);
  });
}

function give(route: Route, answer: Answer): Promise<void> {
  if (answer === 'never') return new Promise(() => {});
  if (answer === 'away') return route.abort();
  if (answer !== null && 'html' in answer)
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: String(answer.html) });
  if (answer !== null && 'file' in answer) return route.fulfill({ path: String(answer.file) });
  const contentType = 'application/json';
  if (answer === null || !('refused' in answer))
    return route.fulfill({ contentType, body: stringifyExact(answer) });
  const { refused: status, message = '', retryAfter, step, member } = answer as Refused;
  const detail = step === undefined ? member : { step };
  return route.fulfill({
    status,
    contentType,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: JSON.stringify({ code: 0, message, details: detail === undefined ? [] : [detail] }),
  });
}
