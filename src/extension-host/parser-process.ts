/** Entry of a parser's process: loads the module of the extension, and performs its tasks. */
import { answerTasks } from '../inference/processes/answer-tasks.ts';

export interface ParserData {
  readonly module: string;
  /** For the module. */
  readonly data: unknown;
}

answerTasks(async ({ module, data }: ParserData) => {
  const { open } = (await import(module)) as {
    open(data: unknown): (task: object) => unknown;
  };
  const perform = open(data);
  return async (task: object) => perform(task);
});
