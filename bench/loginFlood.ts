import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SoftAuthenticator } from '../plugins/mfa/authenticator.testing.ts';
import { ADMIN_PASSWORD } from './support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { Door, startBehindProxy, type Signed } from './support/logins.ts';
import { residentMbOf } from './support/proc.ts';
import { quantile } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const PER_SECOND = 500;
const SECONDS = Number(process.env['BENCH_FLOOD_SECS'] ?? 30);
const ADDRESSES = 200;
const NAMES = 50;
const PASSKEY_EVERY_MS = 2_000;
const HEALTH_EVERY_MS = 50;
const AUTHENTICATE = '/api/v1/auth/mfa/webauthn/authenticate';
/** Pause after the flood, until the memory held for it is given back. */
const REST_MS = 10_000;

export const loginFlood: Bench = {
  name: 'loginFlood',
  about: `${PER_SECOND} bad sign-ins a second for ${SECONDS} s from ${ADDRESSES} addresses: health, a passkey, memory`,
  run: (say) =>
    withDirectory(async (dir) => {
      const manager = await startBehindProxy(path.join(dir, 'manager'));
      const door = new Door(manager.url, 1);
      try {
        const passkey = await registerPasskey(door, manager.accessToken, manager.origin);
        say('two sign-ins at once, for the memory that their hashes take');
        const idleMb = residentMbOf(manager.pid);
        const twoMb = await peakWhile(manager.pid, () => twoAtOnce(door, manager.url));
        say('the flood');
        const flooded = await flood(manager.url, manager.pid, () => signInByPasskey(door, passkey));
        await sleep(REST_MS);
        return { figures: figuresOf(flooded, { idleMb, twoMb, afterMb: residentMbOf(manager.pid) }) };
      } finally {
        await door.close();
        await manager.stop();
      }
    }),
};

async function registerPasskey(door: Door, token: string, origin: string): Promise<SoftAuthenticator> {
  const authenticator = new SoftAuthenticator(origin);
  const register = '/api/v1/auth/mfa/webauthn/register';
  const started = await door.call('POST', `${register}/start`, {}, { token });
  const { challenge_key, serialized_options } = started.body as Record<string, string>;
  const credential = authenticator.create(serialized_options ?? '');
  const body = { challenge_key, serialized_credential: credential };
  const done = await door.call('POST', `${register}/complete`, body, { token });
  if (done.status !== 201) throw new Error(`the passkey was refused: ${JSON.stringify(done.body)}`);
  return authenticator;
}

/**
 * Signs in by passkey, from an address of which nothing bad is known; returns the milliseconds. Throws unless it is let
 * in.
 */
async function signInByPasskey(door: Door, authenticator: SoftAuthenticator): Promise<number> {
  const from = '192.0.2.7';
  const startedAt = performance.now();
  const started = await door.call('POST', `${AUTHENTICATE}/start`, undefined, { from });
  const { challenge_key, serialized_options } = started.body as Record<string, string>;
  const body = { challenge_key, serialized_assertion: authenticator.get(serialized_options ?? '') };
  const done = await door.call('POST', `${AUTHENTICATE}/complete`, body, { from });
  if (done.status !== 200) throw new Error(`a passkey got ${done.status}: ${JSON.stringify(done.body)}`);
  return performance.now() - startedAt;
}

async function twoAtOnce(door: Door, url: string): Promise<void> {
  const other = new Door(url, 1);
  for (let round = 0; round < 10; round++)
    await Promise.all(
      [door, other].map((one, at) => one.login('nobody', ADMIN_PASSWORD, `10.8.${at}.${round}`)),
    );
  await other.close();
}

/** The most memory that the process held meanwhile, in MB, looked at every 20 ms. */
async function peakWhile(pid: number, act: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = setInterval(() => (peak = Math.max(peak, residentMbOf(pid))), 20);
  await act().finally(() => clearInterval(look));
  return peak;
}

interface Flooded {
  answers: Map<string, number>;
  healthMs: number[];
  passkeyMs: number[];
  peakMb: number;
}

async function flood(url: string, pid: number, byPasskey: () => Promise<number>): Promise<Flooded> {
  const [attackers, watcher] = [new Door(url, 200), new Door(url, 1)];
  const flooded: Flooded = { answers: new Map(), healthMs: [], passkeyMs: [], peakMb: 0 };
  const endsAt = performance.now() + SECONDS * 1_000;
  const isOver = (): boolean => performance.now() > endsAt;
  const count = ({ status, code }: Signed): void => {
    const key = `${status} ${code}`;
    flooded.answers.set(key, (flooded.answers.get(key) ?? 0) + 1);
  };
  const all = Promise.all([
    sendEvenly(attackers, count),
    every(HEALTH_EVERY_MS, isOver, async () => {
      const { status, ms } = await watcher.call('GET', '/api/v1/status/health', undefined);
      if (status !== 200) throw new Error(`health answered ${status}`);
      flooded.healthMs.push(ms);
    }),
    every(PASSKEY_EVERY_MS, isOver, async () => void flooded.passkeyMs.push(await byPasskey())),
  ]);
  flooded.peakMb = await peakWhile(pid, () => all);
  await Promise.all([attackers.close(), watcher.close()]);
  return flooded;
}

/** Sends at an even rate, however slowly it is answered: a flood does not wait. */
async function sendEvenly(door: Door, count: (answer: Signed) => void): Promise<void> {
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let number = 0; number < PER_SECOND * SECONDS; number++) {
    const dueInMs = startedAt + (number * 1_000) / PER_SECOND - performance.now();
    if (dueInMs > 1) await sleep(dueInMs);
    const from = `198.51.100.${number % ADDRESSES}`;
    const answer = door.login(`person${number % NAMES}`, 'six odd owls hunt at noon', from);
    sent.push(answer.then(count, () => count({ status: 0, code: 'no answer', ms: 0, body: null })));
  }
  await Promise.all(sent);
}

async function every(ms: number, isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await act();
    await sleep(ms);
  }
}

interface Memory {
  idleMb: number;
  twoMb: number;
  afterMb: number;
}

function figuresOf(
  { answers, healthMs, passkeyMs, peakMb }: Flooded,
  { idleMb, twoMb, afterMb }: Memory,
): Figure[] {
  const told = [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ');
  const total = [...answers.values()].reduce((sum, times) => sum + times, 0);
  const figure = (name: string, value: number, unit: string, max?: number): Figure => ({
    name,
    value,
    unit,
    ...(max === undefined ? {} : { target: { of: 'value', max } as const }),
  });
  return [
    figure(`answered of ${PER_SECOND * SECONDS} (${told})`, total, ''),
    figure(`health meanwhile, p99 of ${healthMs.length}`, quantile(healthMs, 0.99), 'ms', 500),
    figure(`sign-in by passkey meanwhile, slowest of ${passkeyMs.length}`, Math.max(...passkeyMs), 'ms'),
    figure('memory at most, above that of two sign-ins at once', peakMb - twoMb, 'MB', 100),
    figure('memory at most, above that of a manager at rest', peakMb - idleMb, 'MB'),
    figure(`memory ${REST_MS / 1_000} s later, above that before`, afterMb - idleMb, 'MB', 100),
  ];
}
