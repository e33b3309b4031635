/** Begins an attempt by telling its challenge, for tokens that do not contain it. */

import type { ToldChallenge } from '../../access/tasks/task-tokens.ts';
import type { Context } from '../context.ts';
import { requirePermit } from '../permit.ts';
import type { TaskResult } from './run-task.ts';

/** @throws PermissionDenied no task token, no attempt left, or the token contains its challenges */
export async function tellChallenge(context: Context): Promise<TaskResult & ToldChallenge> {
  const permit = requirePermit(context);
  const told = await permit.tellChallenge();
  const triesLeft = permit.maxAttempts - told.number;
  return { status: 'SUCCEEDED', errors: [], decision: 'told', ...told, triesLeft };
}
