/** Begins an attempt of a task token by telling its challenge, where the token does not. */

import type { ToldChallenge } from '../../access/tasks/task-tokens.ts';
import type { Context } from '../context.ts';
import { requirePermit } from '../permit.ts';
import type { TaskResult } from './run-task.ts';

/** @throws PermissionDenied no task token, no attempt left, or its challenges are told by itself */
export async function tellChallenge(context: Context): Promise<TaskResult & ToldChallenge> {
  const permit = requirePermit(context);
  const told = await permit.tellChallenge();
  const triesLeft = permit.maxAttempts - told.number;
  return { status: 'SUCCEEDED', errors: [], decision: 'told', ...told, triesLeft };
}
