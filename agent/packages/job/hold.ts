import type { JobEnv, TransactionResult } from '../backend.ts';
import { assertPrivileged } from '../shared/context.ts';
import { failed } from './failures.ts';
import type { FamilyTypes, JobSteps } from './steps.ts';

const unchanged: TransactionResult = { changes: [], failure: null, reversible: null };

/**
 * Holds or releases installed packages. The package manager's own list afterwards decides the result. Safe to repeat.
 */
export async function setHold<T extends FamilyTypes>(
  steps: JobSteps<T>,
  names: readonly string[],
  held: boolean,
  env: JobEnv,
): Promise<TransactionResult> {
  const { context, environment } = steps;
  assertPrivileged(context);
  const change = await steps.prepareHold(names, held);
  if (change === null) return unchanged;
  const locked = await steps.waitForOthers();
  if (locked) return failed(locked);
  env.safePoint();
  const command = { argv: change.argv, env: environment, timeLimitMs: context.timeLimitMs };
  const result = await env.runDetached('hold', command);
  const wrong = await change.findWrong();
  if (wrong.length === 0) return unchanged;
  if (result.lost) return failed({ code: 'INTERRUPTED', message: 'The change of holds was cut off.' });
  return failed(change.explain(result.outputTail, wrong));
}
