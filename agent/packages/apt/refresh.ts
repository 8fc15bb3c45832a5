import type { JobEnv, JobFailure } from '../backend.ts';
import { lockTimeoutSecs } from '../shared/lock.ts';
import type { Refreshed, SourceAccess } from '../shared/sources/access.ts';
import { isHostsOwn } from '../shared/sources/access.ts';
import { classify } from './classify.ts';
import { lastErrors } from './lastErrors.ts';
import { withArchitectures } from './read/architectures.ts';
import { refreshedAt } from './read/fingerprint.ts';
import { hasValidList, readSources } from './read/sources.ts';
import { endedFailure, wholeEnder } from '../shared/scripts.ts';
import { judgeUpdate, readTransactions, shownLine, transactionOptions } from './run/judgeUpdate.ts';
import { withHostFacts } from './run/hostFacts.ts';
import { waitForLists } from './run/lock.ts';
import { aptEnv, workingOptions } from './aptContext.ts';
import type { AptContext } from './aptContext.ts';

/**
 * `apt-get update` exits with 0 even if every mirror is down or badly signed. Error-Mode=any (apt 2.3 and newer)
 * turns that into 100; an older apt ignores the option, so its warnings are read as well.
 */
const updateArgv = [
  'apt-get',
  '-q',
  ...workingOptions,
  '-o',
  'APT::Status-Fd=3',
  ...transactionOptions,
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

const warnings =
  /^(?:Err:|E: |W: (?:Failed to fetch|Some index files|An error occurred|GPG error|OpenPGP signature|Problem))/m;

const noSources: JobFailure = {
  code: 'FETCH_FAILED',
  message: 'This host has no package sources: /etc/apt/sources.list and sources.list.d name none.',
};

/** How apt's sources are refreshed and inspected. A refresh always tries all of them: apt cannot leave one out. */
export function aptSources(context: AptContext): SourceAccess {
  return {
    refresh: (env, _, step) => refreshLists(context, env, step),
    refreshedAt: () => refreshedAt(context),
    hasList: (source) => hasValidList(source, context.now()),
  };
}

/** Refreshes the package lists. Safe to repeat. */
async function refreshLists(context: AptContext, env: JobEnv, step = 'refresh'): Promise<Refreshed> {
  const busy = await waitForLists();
  if (busy) return { failure: busy };
  env.progress(2, 'refreshing the package lists');
  const result = await env.runDetached(step, {
    argv: await withArchitectures(updateArgv),
    env: aptEnv,
    timeLimitMs: context.fetchLimitMs,
    onTimeLimit: wholeEnder((text) => env.log('agent', text)),
    logged: shownLine,
    onStatus: (line) => {
      const percent = /^dlstatus:\d+:([\d.]+):/.exec(line)?.[1];
      if (percent !== undefined)
        env.progress(Math.round(2 + Number(percent) * 0.08), 'refreshing the package lists');
    },
  });
  const { outputTail } = result;
  if (result.timeLimitHit && result.exitCode !== 0)
    return { failure: endedFailure('refresh', context.fetchLimitMs) };
  if (result.lost) return { failure: { code: 'INTERRUPTED', message: 'The refresh was cut off.' } };
  const transactions = readTransactions(outputTail);
  if (result.exitCode === 0 && !warnings.test(outputTail)) {
    const hasNone = transactions.size === 0 && (await readSources(context)).length === 0;
    return hasNone ? { failure: noSources } : { results: [] };
  }
  const known = classify(outputTail);
  if (known && isHostsOwn(known)) return { failure: known };
  const sources = await readSources(context);
  const results = await withHostFacts(context, judgeUpdate(outputTail, sources), sources);
  if (results.some(({ failure }) => failure !== null)) return { results };
  const message = lastErrors(outputTail) || 'apt-get update failed.';
  const isAll = results.length > 0 && results.every(({ lists }) => transactions.get(lists) === true);
  if (!isAll) return { failure: known ?? { code: 'FETCH_FAILED', message } };
  // A hook that failed afterwards (those of command-not-found and appstream are known for it), a missing translation.
  env.log(
    'agent',
    `The lists of all sources are refreshed, though apt-get update ended with an error: ${message}`,
  );
  return { results: [] };
}
