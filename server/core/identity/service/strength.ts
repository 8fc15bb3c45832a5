import type { Context } from '#server/kernel/boot/feature.ts';
import { ComputingFailed, type Computing } from '#server/kernel/computing/types.ts';
import { AppError, waitError } from '#server/shared/wire/appError.ts';
import { isBreached } from './breached.ts';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
const MIN_SCORE = 3;
const PRODUCT = 'fleetmend';
const TASK = new URL('./strengthTask.ts', import.meta.url);
/** The costliest passwords known take two on a machine of our day. */
const TIMEOUT_MS = 8_000;
const RETRY_SECS = 5;

const weak = (message: string): AppError => new AppError('PASSWORD_TOO_WEAK', { message });

/**
 * Throws PASSWORD_TOO_WEAK, saying what to change; RATE_LIMITED where too many passwords for that name wait to be
 * judged.
 */
export async function assertStrong(
  { computing, config }: Pick<Context, 'computing' | 'config'>,
  password: string,
  username: string,
): Promise<void> {
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX)
    throw weak(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  if (password.toLowerCase().includes(username.toLowerCase()))
    throw weak('The password must not hold the user name.');
  const known = [username, PRODUCT, ...config.passwordWords];
  if ((await scoreOf(computing, password, known)) < MIN_SCORE)
    throw weak('The password is too easy to guess. Several unrelated words make a good one.');
  const { breachedPasswordsFile: file } = config;
  if (file !== null && (await isBreached(file, password)))
    throw weak('The password is in a list of passwords that became known. Choose another one.');
}

/** `known`: words that somebody who guesses tries first; of them the first is whose password it is. */
async function scoreOf(computing: Computing, password: string, known: readonly string[]): Promise<number> {
  const input = { password: password.slice(0, PASSWORD_MAX), known };
  try {
    return await computing.run<number>(TASK, input, { account: known[0] ?? '', timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof ComputingFailed) || error.reason === 'FAILED') throw error;
    if (error.reason === 'BUSY') throw waitError('RATE_LIMITED', RETRY_SECS);
    throw weak('The password could not be judged in time. Choose a shorter one, of several unrelated words.');
  }
}
