import { randomInt } from 'node:crypto';
import argon2 from 'argon2';
import type { Metrics } from '#server/kernel/metrics.ts';
import { createTurns, TurnsFull } from '#server/kernel/turns.ts';
import { waitError } from '#server/shared/wire/appError.ts';

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
 * tests give a `cost`. `queue` is told how many wait.
 */
export function createPasswordHasher(cost = COST, queue?: Metrics['queue']): PasswordHasher {
  const turns = createTurns({ places: AT_ONCE, waitingOf: QUEUE_MAX });
  queue?.('password_checks', turns.waiting);
  let decoy: Promise<string> | null = null;

  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    turns.run('', work).catch((error: unknown) => {
      if (!(error instanceof TurnsFull)) throw error;
      throw waitError('RATE_LIMITED', QUEUE_WAIT_SECS, {
        message: 'Too many sign-ins at once. Wait a moment.',
      });
    });

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

/** 20 characters of an alphabet without look-alikes, in groups: 5.8 bits per character, to be typed once. */
export function readablePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
