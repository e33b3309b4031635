/** Child processes of the bench: sends a question over IPC, receives an answer or an error. */
import { type ForkOptions, fork } from 'node:child_process';

type Answer<R> = { readonly value: R } | { readonly error: string };

/** A process that answers one question at a time. */
export interface Child<Q, R> {
  ask(question: Q): Promise<R>;
  stop(): void;
}

/** Starts a module that calls `answerParent`; resolves when it is ready. */
export async function startChild<Q, R>(
  module: string,
  args: readonly string[] = [],
): Promise<Child<Q, R>> {
  const options: ForkOptions = { serialization: 'advanced', execArgv: [] };
  const child = fork(new URL(module, import.meta.url), args, options);
  let settle: ((answer: Answer<R>) => void) | undefined;
  child.on('message', (message) => settle?.(message as Answer<R>));
  child.on('exit', () => settle?.({ error: `${module} ended` }));
  const answer = async (): Promise<R> => {
    const message = await new Promise<Answer<R>>((resolve) => {
      settle = resolve;
    });
    if ('error' in message) throw new Error(message.error);
    return message.value;
  };
  await answer();
  return {
    ask(question) {
      const answered = answer();
      child.send(question as object);
      return answered;
    },
    stop: () => void child.kill(),
  };
}

/** Answers the parent's questions with `work`. Call when everything is loaded. */
export function answerParent<Q, R>(work: (question: Q) => Promise<R>): void {
  const send = (answer: Answer<R | undefined>) => process.send?.(answer);
  process.on('message', (question: Q) => {
    work(question).then(
      (value) => send({ value }),
      (error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  send({ value: undefined });
}
