import { withoutAddressSecrets } from '../../process/addressSecrets.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { rpmEnv } from '../rpm/rpmContext.ts';
import type { RpmContext } from '../rpm/rpmContext.ts';
import { createCommands, queryError } from '../shared/context.ts';
import type { XmlElement } from './xml.ts';
import { findAll, parseXml } from './xml.ts';

/** The exit codes of zypper(8) that matter here. */
export const zypperExit = {
  /** libzypp refused: unsolvable, a licence, a lock on a package, a bad repository. */
  refused: 4,
  notRoot: 5,
  noRepositories: 6,
  /** Another package manager holds libzypp's lock. */
  locked: 7,
  /** Failed midway: some packages may have changed. */
  commitFailed: 8,
  rebootNeeded: 102,
  /** zypper itself was updated; the rest comes with the next call. */
  restartNeeded: 103,
  notFound: 104,
  interrupted: 105,
  /** Some repositories were skipped, the rest was used. */
  repositoriesSkipped: 106,
  /** Everything is installed, yet a %post scriptlet failed. */
  scriptletFailed: 107,
} as const;

/**
 * Questions take no lock (`ZYPP_READONLY_HACK`): otherwise even a list fails while another program installs packages,
 * and our own questions would block others. Nothing is fetched: refreshing is a job of its own.
 */
const { query } = createCommands({ ...rpmEnv, ZYPP_READONLY_HACK: '1' });
const askPrefix: readonly string[] = ['zypper', '--xmlout', '--non-interactive', '--no-refresh'];

/** zypper's answer to a question. */
export interface Answer {
  exitCode: number;
  root: XmlElement;
  /** Texts of its error messages. */
  errors: string[];
}

/**
 * Asks zypper a question that changes nothing. The caller judges the exit code. Throws LOCK_HELD, NOT_PRIVILEGED, or
 * INTERNAL_ERROR when zypper did not finish.
 */
export async function ask(
  context: RpmContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<Answer> {
  const { stdout, exitCode } = await query(
    context,
    [...askPrefix, ...(context.sourceOptions ?? []), ...argv],
    signal,
  );
  const root = await parseXml(stdout);
  const errors = findAll(root, 'message')
    .filter(({ attributes }) => attributes['type'] === 'error')
    .map(({ text }) => withoutAddressSecrets(text.trim()));
  if (exitCode === zypperExit.locked) throw lockError(errors.join(' '));
  if (exitCode === zypperExit.notRoot) throw new AppError('NOT_PRIVILEGED');
  return { exitCode, root, errors };
}

/** Like {@link ask}, but throws when zypper refuses; missing or skipped repositories are no error. */
export async function askOrThrow(
  context: RpmContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<XmlElement> {
  const { exitCode, root, errors } = await ask(context, argv, signal);
  const accepted = [0, zypperExit.noRepositories, zypperExit.notFound, zypperExit.repositoriesSkipped];
  if (exitCode >= 100 || accepted.includes(exitCode as 0)) return root;
  throw queryError(`zypper ${argv[0]}`, { exitCode, stderr: errors.join('\n').slice(0, 2000) });
}

/** zypper names the holder: "locked by the application with pid 72 (zypper)". */
function lockError(text: string): AppError {
  const [, pid, command] = /pid (\d+) \(([^)]*)\)/.exec(text) ?? [];
  const holder = pid === undefined ? 'another process' : `process ${pid} (${command})`;
  const details = pid === undefined ? {} : { pid: Number(pid), command };
  return new AppError('LOCK_HELD', { message: `The package manager's lock is held by ${holder}.`, details });
}
