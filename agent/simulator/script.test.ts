import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { behavioursOf, parseScript, ScriptError } from './script.ts';
import { simulatedNames } from './simulator.ts';

const test = suite('simulator script');

const problemOf = (script: unknown): string => {
  try {
    parseScript(typeof script === 'string' ? script : JSON.stringify(script));
    return 'none';
  } catch (error) {
    return error instanceof ScriptError ? error.message : String(error);
  }
};

test('a share is exact, the same each time, and another one for each rule', () => {
  const names = simulatedNames(1_000);
  const script = {
    rules: [
      { share: 0.05, silent: true },
      { share: 0.05, answer_delay_ms: 3_000 },
    ],
  };
  const chosen = (): { silent: string[]; slow: string[] } => {
    const of = behavioursOf(parseScript(JSON.stringify(script)).rules, names);
    return {
      silent: names.filter((name) => of(name).silent),
      slow: names.filter((name) => of(name).answerDelayMs === 3_000),
    };
  };
  const { silent, slow } = chosen();
  assert.is(silent.length, 50);
  assert.is(slow.length, 50);
  assert.not.equal(silent, slow);
  assert.equal(chosen(), { silent, slow });
});

test('later rules win, and hosts that no rule names behave well', () => {
  const rules = [
    { hosts: ['sim-0001', 'sim-0002'], reboot: 'ignored', lie: 'versions' },
    { hosts: ['sim-0002'], reboot: 'never_returns' },
  ];
  const of = behavioursOf(parseScript(JSON.stringify({ rules })).rules, simulatedNames(3));
  assert.is(of('sim-0001').reboot, 'ignored');
  assert.is(of('sim-0002').reboot, 'never_returns');
  assert.is(of('sim-0002').lie, 'versions');
  assert.is(of('sim-0003').reboot, 'returns');
});

test('a mistake is named with its place', () => {
  assert.match(problemOf('{'), /not JSON/);
  assert.is(problemOf({ rule: [] }), '/rule is not known');
  assert.is(problemOf({ rules: [{ silent: true }] }), '/rules/0 needs either share or hosts');
  assert.is(problemOf({ rules: [{ share: 2 }] }), '/rules/0/share must be a number from 0 to 1');
  assert.match(problemOf({ rules: [{ share: 1, lie: 'wildly' }] }), /^\/rules\/0\/lie must be one of/);
  assert.is(
    problemOf({ rules: [{ share: 1, lacks: 'rollback' }] }),
    '/rules/0/lacks must be a list of names',
  );
  assert.is(problemOf({ rules: [{ share: 1, slow: 3 }] }), '/rules/0/slow is not known');
  const fail = { package: 'openssl', code: 'NEVER_HEARD' };
  assert.match(problemOf({ rules: [{ share: 1, fail }] }), /^\/rules\/0\/fail\/code must be one of/);
  assert.is(
    problemOf({ packages: { installed: -1 } }),
    '/packages/installed must be a whole number from 0 on',
  );
});

test('packages get their names and waits', () => {
  const { packages } = parseScript('{"packages":{"named":["openssl"],"package_ms":20,"reboot_after":["a"]}}');
  assert.equal(packages, { named: ['openssl'], latencyMs: 20, rebootAfter: ['a'] });
});

test.run();
