import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandResult } from '#agent/process/command.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import type { RunCommand } from '../../shared/context.ts';
import { resolveUpgrade } from './select.ts';

const test = suite('zypper select');

/** A fake zypper: some packages cannot be upgraded, some would remove another one, some bring a second one along. */
interface World {
  stuck?: string[];
  /** Refused without being named, as when the cause is further away. */
  silent?: string[];
  removing?: string[];
  brings?: Record<string, string>;
}

function contextOf({ stuck = [], silent = [], removing = [], brings = {} }: World) {
  const calls: string[][] = [];
  const answer = (stdout: string, exitCode: number): CommandResult => ({
    exitCode,
    signal: null,
    stdout: `<stream>${stdout}</stream>`,
    stderr: '',
    truncated: false,
    timedOut: false,
  });
  const run: RunCommand = async (argv) => {
    const names = argv.slice(argv.indexOf('--') + 1).map((one) => one.replace(/\..*/, ''));
    calls.push(names);
    const problem = (text: string) =>
      answer(`<prompt id="1"><description>Problem: ${text}</description></prompt>`, 4);
    const [bad] = names.filter((name) => stuck.includes(name));
    if (bad !== undefined) return problem(`nothing provides x needed by ${bad}-2-1.noarch`);
    if (names.some((name) => silent.includes(name))) return problem('something deeper');
    const all = [...names, ...names.flatMap((name) => brings[name] ?? [])];
    const solvable = (name: string) =>
      `<solvable type="package" name="${name}" edition="2-1" arch="noarch" edition-old="1-1"/>`;
    const gone = names.some((name) => removing.includes(name))
      ? '<to-remove><solvable type="package" name="victim" edition="1-1" arch="noarch"/></to-remove>'
      : '';
    const upgrades = `<to-upgrade>${all.map(solvable).join('')}</to-upgrade>`;
    return answer(`<install-summary>${upgrades}${gone}</install-summary>`, 0);
  };
  const context: RpmContext = {
    run,
    kernelRelease: '1',
    stashDir: '/nowhere',
    stash: true,
    privileged: true,
    now: () => new Date(0),
    timeLimitMs: 1000,
    fetchLimitMs: 1000,
  };
  return { context, calls };
}

async function resolved(world: World, names: string[], excludes: string[] = []) {
  const { context, calls } = contextOf(world);
  const targets = names.map((name) => `${name}-2-1.noarch`);
  const { changes, skipped, error } = await resolveUpgrade(context, { verb: 'upgrade', targets, excludes });
  return {
    error,
    calls: calls.length,
    taken: changes
      .map(({ name, because }) => (because === undefined ? name : `${name} for ${because}`))
      .toSorted(),
    skipped: Object.fromEntries(skipped.map(({ name, reason }) => [name, reason])),
  };
}

const many = Array.from({ length: 64 }, (_, i) => `p${i}`);

test('everything goes: one call', async () => {
  const { calls, taken } = await resolved({}, many);
  assert.is(calls, 1);
  assert.is(taken.length, 64);
});

test('what zypper names is left out at the cost of a few calls, and nothing else is', async () => {
  const { calls, taken, skipped } = await resolved({ stuck: ['p7', 'p40'] }, many);
  assert.equal(skipped, { p7: 'DEPENDENCY', p40: 'DEPENDENCY' });
  assert.is(taken.length, 62);
  assert.ok(calls <= 6, String(calls));
});

test('what it does not name is found by halving', async () => {
  const { calls, taken, skipped } = await resolved({ silent: ['p7'], removing: ['p40'] }, many);
  assert.equal(skipped, { p7: 'DEPENDENCY', p40: 'NEEDS_REMOVAL' });
  assert.is(taken.length, 62);
  assert.not.ok(taken.includes('victim'));
  assert.ok(calls <= 30, String(calls));
});

test('an excluded package is not drawn in; who needs it stays', async () => {
  const { taken, skipped } = await resolved({ brings: { p1: 'p9' } }, ['p1', 'p2'], ['p9']);
  assert.equal(taken, ['p2']);
  assert.equal(skipped, { p1: 'DEPENDENCY' });
});

test('a single one shows what it would remove, and for whom', async () => {
  assert.equal((await resolved({ removing: ['p1'] }, ['p1'])).taken, ['p1', 'victim for p1']);
  const stuck = await resolved({ stuck: ['p1'] }, ['p1']);
  assert.equal([stuck.taken, stuck.skipped, stuck.error], [[], { p1: 'DEPENDENCY' }, null]);
});

test('nothing can go: everything is told, nothing is taken', async () => {
  const { taken, skipped } = await resolved({ silent: many }, many);
  assert.equal(taken, []);
  assert.is(Object.keys(skipped).length, 64);
});

test.run();
