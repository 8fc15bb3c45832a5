import { createHash } from 'node:crypto';
import type { DetachedResult, JobEnv } from '../backend.ts';
import { rpmEnv } from './system.ts';
import type { RpmContext } from './system.ts';

/**
 * Runs a small command that changes the host as a step of its own, apart from the agent: in its own unit the agent
 * may have nothing but its data directory to write to. The very same command runs once in a job.
 */
export function runApart(
  context: RpmContext,
  env: JobEnv,
  kind: string,
  argv: readonly string[],
): Promise<DetachedResult> {
  const hash = createHash('sha256').update(argv.join('\0')).digest('hex').slice(0, 12);
  return env.runDetached(`${kind}-${hash}`, { argv, env: rpmEnv, timeLimitMs: context.timeLimitMs });
}
