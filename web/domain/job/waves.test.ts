import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { previewOf, readWave, waveProblem } from './wavePreview.ts';
import { fittedWaves, waveText } from './waveShares.ts';
import { budgetText, haltText, mergedWaves, waveProgressText, waveStateText } from './waves.ts';

const test = suite('waves of a job, for people');

test('an address names waves by count or share, with what is waited after them; what is none is left out', () => {
  for (const text of ['1', '10%', '1@600', '100%@604800']) {
    const wave = readWave(text);
    assert.is(wave && waveText(wave), text);
  }
  for (const odd of ['', '0', '101%', '-1', '1@604801', '1%%', 'all', '1.5'])
    assert.is(readWave(odd), null, odd);
});

const host = (name: string, ...tags: string[]) => ({ name, fqdn: `${name}.example`, tags });

test('the preview names the hosts of each wave: canaries first, then by name, and the rest', () => {
  const hosts = [host('d'), host('b'), host('c', 'canary'), host('a')];
  assert.equal(previewOf([{ count: 1, soak_secs: 60 }, { percent: 25 }], hosts), [
    { hosts: 1, names: ['c'], soakSecs: 60 },
    { hosts: 1, names: ['a'], soakSecs: 0 },
    { hosts: 2, names: ['b', 'd'], soakSecs: 0 },
  ]);
});

test('waves that do not fit say why', () => {
  assert.is(waveProblem([{ count: 1 }, { percent: 10 }], 3), null);
  assert.is(
    waveProblem([{ percent: 60 }, { percent: 50 }], 9),
    'The shares add up to 110 %, more than all hosts.',
  );
  assert.is(waveProblem([{ count: 4 }], 3), 'Wave 1 needs 4 hosts, but only 3 of 3 remain.');
  assert.is(
    waveProblem([{ count: 3 }, { percent: 1 }], 3),
    'Wave 2 would be empty: the waves before it include all 3 hosts.',
  );
});

test('the waves of a plan that is made anew over fewer hosts fit them', () => {
  const waves = [{ count: 2 }, { count: 5, soak_secs: 60 }, { percent: 10 }];
  assert.equal(fittedWaves(waves, 4), [{ count: 2 }, { count: 2, soak_secs: 60 }]);
  assert.is(waveProblem(fittedWaves(waves, 4), 4), null);
});

const wave = (parts: Partial<Schemas['JobWaveState']>): Schemas['JobWaveState'] => ({
  number: 1,
  state: 'running',
  soak_secs: 0,
  hosts_total: 10,
  completed: 8,
  failed: 1,
  left_out: 0,
  active: 0,
  waiting: 1,
  failures: 1,
  failures_allowed: 0,
  started_at: null,
  soak_ends_at: null,
  passed_at: null,
  ...parts,
});

test('a wave tells how far it is, and its budget', () => {
  assert.is(waveProgressText(wave({})), '8 of 10 hosts completed, 1 failed');
  assert.is(waveProgressText(wave({ state: 'waiting' })), '10 hosts');
  assert.is(budgetText(wave({ state: 'halted' })), '1 failure, none allowed');
  assert.is(budgetText(wave({ failed: 0, failures: 0, failures_allowed: 2 })), '0 failures, 2 allowed');
  assert.is(budgetText(wave({ failed: 0, failures: 0 })), 'no failure allowed');
  assert.is(budgetText(wave({ state: 'waiting', failures: 0 })), '');
});

test('a wave that a person let pass says so, and which of its failures count since', () => {
  assert.equal(waveStateText(wave({ state: 'passed', completed: 8 })), ['ok', 'Passed']);
  assert.equal(waveStateText(wave({ state: 'passed', completed: 0 })), ['warn', 'Continued manually']);
  const let1 = { state: 'passed', failures: 0, failures_allowed: 1 } as const;
  assert.is(budgetText(wave({ ...let1, failed: 5 })), 'none of 5 failures counts, 1 allowed');
  assert.is(budgetText(wave({ ...let1, failed: 5, failures: 1 })), '1 of 5 failures counts, 1 allowed');
  assert.is(
    budgetText(wave({ ...let1, failed: 5, failures: 2, failures_allowed: 3 })),
    '2 of 5 failures count, 3 allowed',
  );
});

test('an event changes the waves that it names', () => {
  const before = [wave({}), wave({ number: 2, state: 'waiting' })];
  const after = mergedWaves(before, [wave({ number: 2, state: 'running' })]);
  assert.equal(
    after.map(({ state }) => state),
    ['running', 'running'],
  );
  assert.equal(mergedWaves(before), before);
});

test('a halted job says why, unless it is being ended', () => {
  const job = (parts: object) =>
    ({
      state: 'paused',
      reason: 'FAILURE_BUDGET_USED',
      current_wave: 2,
      failure_budget_percent: 0,
      ...parts,
    }) as Schemas['Job'];
  assert.match(haltText(job({})) ?? '', /^Wave 2 exceeded its failure threshold \(no failures allowed\)/);
  assert.match(
    haltText(job({ current_wave: null, failure_budget_percent: 20 })) ?? '',
    /^The job exceeded its failure threshold \(20 %\)/,
  );
  assert.match(haltText(job({ reason: 'WAVE_NOT_PASSED' })) ?? '', /^No host of wave 2 completed/);
  assert.is(haltText(job({ reason: 'ENDING' })), null);
  assert.is(haltText(job({ state: 'running' })), null);
});

test.run();
