import path from 'node:path';
import { seeded } from '../test/support/random.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { Door, startBehindProxy } from './support/logins.ts';
import { median } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const EACH = Number(process.env['BENCH_LOGINS'] ?? 2_000);
/** Enough names that no account meets the limit of 120 guesses a minute. */
const NAMES = 8;
const WARM_UP = 20;
/** Greatest distance of the area under the curve from one half. */
const MAX_DISTANCE = 0.05;
const PASSWORD = 'eleven loud herons sail south';

const KINDS = ['unknown', 'wrong', 'disabled'] as const;
type Kind = (typeof KINDS)[number];
type Times = Record<Kind, number[]>;

export const loginTiming: Bench = {
  name: 'loginTiming',
  about: `${EACH} sign-ins each of an unknown user, with a wrong password and of a disabled account: can the times be told apart?`,
  run: (say) =>
    withDirectory(async (dir) => {
      const manager = await startBehindProxy(path.join(dir, 'manager'));
      const door = new Door(manager.url, 1);
      try {
        await makeAccounts(manager);
        say(`${EACH} of each, one at a time, each from an address of its own`);
        const times = await measure(door);
        return { figures: figuresOf(times), details: detailsOf(times) };
      } finally {
        await door.close();
        await manager.stop();
      }
    }),
};

/** All names are of one length; no account has those of `unknown`. */
const nameOf = (kind: Kind, at: number): string => `${kind.slice(0, 7).padEnd(8, '0')}${at % NAMES}`;

async function makeAccounts(manager: ManagerProcess): Promise<void> {
  for (const kind of ['wrong', 'disabled'] as const)
    for (let at = 0; at < NAMES; at++) {
      const account = {
        username: nameOf(kind, at),
        role: 'operator',
        password: PASSWORD,
        must_change_password: false,
      };
      const { id } = await manager.must<{ id: string }>('POST', '/api/v1/users', account);
      if (kind === 'disabled') await manager.must('PUT', `/api/v1/users/${id}`, { disabled: true });
    }
}

/** Tries the three kinds in turns, in random order, so that whatever else happens affects all of them alike. */
async function measure(door: Door): Promise<Times> {
  const times: Times = { unknown: [], wrong: [], disabled: [] };
  const random = seeded(12);
  for (let at = 0; at < EACH + WARM_UP; at++)
    for (const kind of KINDS.toSorted(() => random() - 0.5)) {
      const from = `10.${KINDS.indexOf(kind)}.${at >> 8}.${at & 255}`;
      const { status, code, ms } = await door.login(nameOf(kind, at), 'six odd owls hunt at noon', from);
      if (`${status} ${code}` !== '401 INVALID_CREDENTIALS') throw new Error(`${kind}: ${status} ${code}`);
      if (at >= WARM_UP) times[kind].push(ms);
    }
  return times;
}

function figuresOf(times: Times): Figure[] {
  const pairs = [
    ['unknown', 'wrong'],
    ['disabled', 'wrong'],
    ['unknown', 'disabled'],
  ] as const;
  return [
    ...KINDS.map((kind) => ({ name: `${kind} (p50 of ${EACH})`, value: median(times[kind]), unit: 'ms' })),
    ...pairs.map(([one, other]): Figure => ({
      name: `${one} and ${other}: area under the curve, distance from 0.5`,
      value: Math.abs(areaUnderCurve(times[one], times[other]) - 0.5),
      unit: '',
      target: { of: 'value', max: MAX_DISTANCE },
    })),
  ];
}

const detailsOf = (times: Times): Record<string, number> => ({
  'unknown over wrong': areaUnderCurve(times.unknown, times.wrong),
  'disabled over wrong': areaUnderCurve(times.disabled, times.wrong),
  'unknown over disabled': areaUnderCurve(times.unknown, times.disabled),
});

/**
 * How often one of `ones` is above one of `others`, ties counted by half: 0.5 means no difference (Mann and Whitney).
 */
export function areaUnderCurve(ones: readonly number[], others: readonly number[]): number {
  const sorted = others.toSorted((a, b) => a - b);
  const countBelow = (value: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = sorted[middle] ?? 0;
      if (at < value || (orEqual && at === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = ones.reduce((sum, one) => sum + (countBelow(one, false) + countBelow(one, true)) / 2, 0);
  return wins / (ones.length * others.length);
}
