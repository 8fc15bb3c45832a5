import type { JobEnv, JobFailure } from '../backend.ts';
import { waitForLocks } from '../shared/lock.ts';
import { endedFailure, wholeEnder } from '../shared/scripts.ts';
import type { Refreshed, SourceAccess } from '../shared/sources/access.ts';
import { isHostsOwn } from '../shared/sources/access.ts';
import { readRecords } from '../shared/sources/records.ts';
import type { SourceResult } from '../shared/sources/state.ts';
import type { RpmDriver } from './rpmDriver.ts';
import { refreshedAt } from './read/metadata.ts';
import { checkWritable, listFolders } from './run/space.ts';
import type { RpmContext } from './rpmContext.ts';
import { rpmEnv } from './rpmContext.ts';

/** How the repositories are refreshed and inspected. */
export function rpmSources(context: RpmContext, driver: RpmDriver): SourceAccess {
  return {
    refresh: (env, resting, step) => refreshMetadata(context, driver, env, resting, step),
    refreshedAt: () => refreshedAt(context, driver),
    hasList: ({ name }) => driver.hasList(name),
  };
}

/**
 * Refreshes the repositories' metadata in one call. If that fails, or one of them failed before, refreshes each by
 * itself: one that fails may stop a common call before the ones after it. Safe to repeat.
 */
async function refreshMetadata(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  resting: readonly string[],
  step = 'refresh',
): Promise<Refreshed> {
  const blocked = (await checkWritable(listFolders)) ?? (await waitForLocks(driver.locks));
  if (blocked) return { failure: blocked };
  env.progress(2, 'refreshing the package lists');
  const known = await readRecords(context);
  const said = known.length === 0 ? await refreshWhole(context, driver, env, step) : null;
  const skipped = skippedFiles(driver, said?.output ?? '');
  if (said?.failure === null && skipped.length === 0) return { results: [] };
  const whole = said?.failure ?? null;
  if (whole !== null && isHostsOwn(whole)) return { failure: whole };
  const names = (await driver.sources(context)).filter((name) => !resting.includes(name));
  if (said?.failure === null)
    return { results: [...names.map((name) => ({ name, lists: name, failure: null })), ...skipped] };
  const [only] = names;
  if (only === undefined) return { failure: whole ?? noSources };
  if (whole !== null && names.length === 1) return { results: [{ name: only, lists: only, failure: whole }] };
  return refreshEach(context, driver, env, names, step);
}

const noSources: JobFailure = { code: 'FETCH_FAILED', message: 'There are no enabled repositories.' };

async function refreshWhole(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  step: string,
): Promise<{ failure: JobFailure | null; output: string }> {
  const argv = driver.refreshArgv();
  const result = await env.runDetached(step, { argv, env: rpmEnv, ...fetchLimit(context, env) });
  const output = result.outputTail;
  if (result.timeLimitHit && result.exitCode !== 0)
    return { failure: endedFailure('refresh', context.fetchLimitMs), output };
  if (result.lost) return { failure: { code: 'INTERRUPTED', message: 'The refresh was cut off.' }, output };
  return { failure: judgeRefresh(driver, result.exitCode, output), output };
}

/**
 * The files of repositories, and sections of such, that the package manager could not read and has left out, each as a
 * failed source: nobody knows what is in them. dnf5 and zypper refuse to work with such a file.
 */
function skippedFiles(driver: RpmDriver, output: string): SourceResult[] {
  const files = new Set(driver.skippedFiles?.(output));
  return [...files].map((name) => {
    const what = name.startsWith('[')
      ? 'section of its repositories’ files and leaves it out'
      : 'file and leaves out the repositories in it';
    const message = `${driver.name} cannot read this ${what}.`;
    return { name, lists: name, failure: { code: 'LISTS_UNREADABLE', message } };
  });
}

/** Results of a refresh that was ended at its time limit still count, repository by repository. */
function fetchLimit({ fetchLimitMs }: RpmContext, env: JobEnv) {
  return { timeLimitMs: fetchLimitMs, onTimeLimit: wholeEnder((text: string) => env.log('agent', text)) };
}

function judgeRefresh(driver: RpmDriver, exitCode: number | null, output: string): JobFailure | null {
  const known = driver.classify(output);
  if (known !== null) return known;
  if (exitCode === 0) return null;
  const last = output.trim().split('\n').at(-1);
  return { code: 'FETCH_FAILED', message: last || 'The metadata could not be refreshed.' };
}

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
const sourceMark = '#fleetmend source ';
const endMark = '#fleetmend ended ';

/**
 * A script that refreshes each repository and prints the last lines of each call between its name and its exit code.
 */
export function refreshEachScript(driver: Pick<RpmDriver, 'refreshArgv'>, names: readonly string[]): string {
  const calls = names.map(
    (name) =>
      `echo ${quoted([sourceMark + name])}; said=$(${quoted(driver.refreshArgv(name))} 2>&1 3>&-); ended=$?; ` +
      `printf '%s\\n' "$said" | tail -n 30 | cut -c 1-500; echo "${endMark}$ended"`,
  );
  return calls.join('\n');
}

async function refreshEach(
  context: RpmContext,
  driver: RpmDriver,
  env: JobEnv,
  names: readonly string[],
  step: string,
): Promise<Refreshed> {
  const argv = ['sh', '-c', refreshEachScript(driver, names)];
  const result = await env.runDetached(`${step}-each`, { argv, env: rpmEnv, ...fetchLimit(context, env) });
  if (result.lost) return { failure: { code: 'INTERRUPTED', message: 'The refresh was cut off.' } };
  const results = parseEach(driver, result.outputTail, names);
  const own = results.find(({ failure }) => failure !== null && isHostsOwn(failure));
  if (own?.failure) return { failure: own.failure };
  return { results: [...results, ...skippedFiles(driver, result.outputTail)] };
}

/** The result of each repository; one that the output does not mention was not reached. */
export function parseEach(
  driver: Pick<RpmDriver, 'classify'>,
  output: string,
  names: readonly string[],
): SourceResult[] {
  const parts = output.split(`${sourceMark}`).slice(1);
  const judged = new Map(
    parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      const end = lines.findLastIndex((line) => line.startsWith(endMark));
      const exitCode = end < 0 ? null : Number(lines[end]?.slice(endMark.length));
      return [name, judgeRefresh(driver as RpmDriver, exitCode, lines.slice(0, end).join('\n'))] as const;
    }),
  );
  const unreached: JobFailure = {
    code: 'FETCH_FAILED',
    message: 'The refresh ended before it reached this source.',
  };
  return names.map((name) => {
    const failure = judged.get(name);
    return { name, lists: name, failure: failure === undefined ? unreached : failure };
  });
}
