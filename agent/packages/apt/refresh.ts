import type { JobEnv, JobFailure } from '../backend.ts';
import { lockTimeoutSecs } from '../lock.ts';
import { writeStamp } from '../refreshed.ts';
import { classify, lastErrors } from './classify.ts';
import { aptEnv } from './system.ts';
import type { AptContext } from './system.ts';

/**
 * `apt-get update` answers 0 with every mirror down or badly signed; Error-Mode=any (apt 2.3 and newer) makes
 * that 100, and an older apt ignores the option, so its warnings are read as well.
 */
const updateArgv = [
  'apt-get',
  '-q',
  '-o',
  'APT::Status-Fd=3',
  '-o',
  'APT::Update::Error-Mode=any',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'Acquire::https::Timeout=20',
  '-o',
  `DPkg::Lock::Timeout=${lockTimeoutSecs}`,
  'update',
];

const warnings = /^(?:Err:|E: |W: (?:Failed to fetch|Some index files|An error occurred|GPG error|Problem))/m;

/** Refreshes the package lists; a failure when any source failed. Safe to repeat. */
export async function refreshLists(
  context: AptContext,
  env: JobEnv,
  step = 'refresh',
): Promise<JobFailure | null> {
  env.progress(2, 'refreshing the package lists');
  const result = await env.runDetached(step, {
    argv: updateArgv,
    env: aptEnv,
    timeLimitMs: context.timeLimitMs,
    onStatus: (line) => {
      const percent = /^dlstatus:\d+:([\d.]+):/.exec(line)?.[1];
      if (percent !== undefined)
        env.progress(Math.round(2 + Number(percent) * 0.08), 'refreshing the package lists');
    },
  });
  if (result.lost) return { code: 'INTERRUPTED', message: 'The refresh was cut off.' };
  if (result.exitCode === 0 && !warnings.test(result.outputTail)) return writeStamp(context);
  return (
    classify(result.outputTail) ?? {
      code: 'FETCH_FAILED',
      message: lastErrors(result.outputTail) || 'apt-get update failed.',
    }
  );
}
