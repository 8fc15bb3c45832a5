import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlanEntry } from '../backend.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { planHash, plannedEntries, sortEntries } from './plan.ts';

const test = suite('plan');
const upgrade = (name: string, arch: string): PlanEntry => ({
  action: 'upgrade',
  name,
  arch,
  from: '1.0',
  to: '1.1',
});

test('the hash is SHA-256 of the RFC 8785 JSON of the entries', () => {
  const text = '[{"action":"upgrade","arch":"all","from":"1.0","name":"jq","to":"1.1"}]';
  assert.is(planHash([upgrade('jq', 'all')]), createHash('sha256').update(text).digest('hex'));
});

test('the order in which entries arrive, and foreign properties, do not matter', () => {
  const entries = [upgrade('b', 'i386'), upgrade('a', 'all'), upgrade('b', 'amd64')];
  const shown = sortEntries(entries).map((entry) => `${entry.name}:${entry.arch}`);
  assert.equal(shown, ['a:all', 'b:amd64', 'b:i386']);
  const decorated = entries.toReversed().map((entry) => ({ ...entry, automatic: true }));
  assert.is(planHash(decorated), planHash(entries));
});

test('a plan never takes the agent itself away, asked for or not; it may upgrade it', () => {
  const agent = upgrade('fleetmend-agent', 'amd64');
  assert.is(plannedEntries([agent]).length, 1);
  const gone: PlanEntry = { ...agent, action: 'remove', to: null };
  try {
    plannedEntries([upgrade('jq', 'all'), gone]);
    assert.unreachable('it was planned');
  } catch (error) {
    assert.instance(error, AppError);
    assert.is((error as AppError).code, 'CONFLICT');
    assert.match((error as AppError).message, 'remove fleetmend-agent by hand on the host');
  }
});

test('another version, action or architecture is another plan', () => {
  const base = planHash([upgrade('jq', 'all')]);
  assert.is.not(planHash([{ ...upgrade('jq', 'all'), to: '1.2' }]), base);
  assert.is.not(planHash([{ ...upgrade('jq', 'all'), action: 'install' }]), base);
  assert.is.not(planHash([upgrade('jq', 'amd64')]), base);
});

test.run();
