import { randomInt } from 'node:crypto';
import argon2 from 'argon2';
import { AppError, waitError } from '../../../shared/wire/appError.ts';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
const MIN_SCORE = 3;

/** `memoryCost` in KiB, `timeCost` in passes. */
type HashCost = { type: 2; memoryCost: number; timeCost: number; parallelism: number };

/** Cost fixed by the reference: 64 MiB, 3 passes, 1 lane. */
const COST: HashCost = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 };

const AT_ONCE = 2;
/** At about 0.1 s each, the last one waits some 2 s; further requests are refused until later. */
const QUEUE_MAX = 40;
const QUEUE_WAIT_SECS = 2;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for a user that does not exist (`hash` null) as for one that does. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/**
 * Argon2id behind a bounded queue, so that a flood of logins neither uses up the memory nor delays everybody. Only
 * tests give a `cost`.
 */
export function createPasswordHasher(cost = COST): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];
  let decoy: Promise<string> | null = null;

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= QUEUE_MAX)
        throw waitError('RATE_LIMITED', QUEUE_WAIT_SECS, {
          message: 'Too many sign-ins at once. Wait a moment.',
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return {
    hash: (password) => queued(() => argon2.hash(password, cost)),
    async verify(hash, password) {
      decoy ??= argon2.hash('nobody has this password', cost);
      const against = hash ?? (await decoy);
      const matches = await queued(() => argon2.verify(against, password));
      return hash !== null && matches;
    },
  };
}

/** Loaded at the first change of a password: the word lists are large, and the start should not wait for them. */
const loadEstimator = once(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
});

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => (loaded ??= load());
}

/** Throws PASSWORD_TOO_WEAK, saying what to change. */
export async function assertStrong(password: string, username: string): Promise<void> {
  const weak = (message: string) => new AppError('PASSWORD_TOO_WEAK', { message });
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX)
    throw weak(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  if (password.toLowerCase().includes(username.toLowerCase()))
    throw weak('The password must not hold the user name.');
  const { score } = (await loadEstimator()).check(password.slice(0, PASSWORD_MAX), [username, 'fleetmend']);
  if (score < MIN_SCORE)
    throw weak('The password is too easy to guess. Several unrelated words make a good one.');
}

/** 20 characters of an alphabet without look-alikes, in groups: 5.8 bits per character, to be typed once. */
export function readablePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
