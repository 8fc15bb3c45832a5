import type { Connection } from '../config/values.ts';
import type { JobFailure, TransactionResult } from '../packages/backend.ts';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { Saved } from '../journal/journal.ts';
import type { ActiveJob } from './activeJob.ts';

/** What a change of the connection needs of its job. */
export interface ChangeEnv {
  jobId: string;
  log(text: string): void;
  /** Throws when the job is cancelled or the agent stops. */
  wait(ms: number): Promise<void>;
  /** From here on a cancel has no effect. */
  commit(): Promise<void>;
}

/** How the manager reaches this agent, and how that is changed; see Ways. */
export interface ChangesWay {
  readonly connection: Connection;
  /** Resolves when the agent can be reached for the first time since its start. */
  readonly ready: Promise<void>;
  change(to: Connection, env: ChangeEnv): Promise<JobFailure | null>;
}

/**
 * Changes who connects to whom. A job that was interrupted begins anew with what its change has left: either way is open
 * then. `saved.connectionBefore` is what a rollback goes back to.
 */
export async function changeConnection(
  job: ActiveJob,
  to: Connection,
  waysOf: (() => ChangesWay) | undefined,
): Promise<TransactionResult> {
  if (!waysOf) throw new AppError('UNSUPPORTED', { message: 'This agent cannot change how it is reached.' });
  const ways = waysOf();
  await ways.ready;
  const before = connectionBefore(job.saved) ?? ways.connection;
  await job.save({ connectionBefore: before });
  const env: ChangeEnv = {
    jobId: job.jobId,
    log: (text) => job.log('agent', text),
    wait: (ms) => job.waitOrCancel(ms),
    commit: () => job.enterTransaction(),
  };
  const failure = ways.connection === to ? null : await ways.change(to, env);
  const isChanged = failure === null && before !== to;
  return {
    changes: [],
    failure,
    reversible: isChanged ? { verdict: 'yes', reasons: [] } : null,
    hasChangedConnection: isChanged,
  };
}

/** How the host was reached before a job changed that, by what the job has saved; null: it was no such job. */
export function connectionBefore({ connectionBefore: before }: Readonly<Saved>): Connection | null {
  return before === 'listen' || before === 'dial' ? before : null;
}
