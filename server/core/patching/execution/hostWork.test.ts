import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobHostModel, JobModel } from '../models.ts';
import { HostWork } from './hostWork.ts';

const test = suite('what an agent tells of a host at work');

const WRITTEN_AT = new Date('2026-01-15T12:00:00.000Z');

/** The line that is kept of one that the agent wrote at that time, to that stream. */
function lineAt(at: string, stream = 'stdout') {
  const row = { agentSeq: 0, progress: 0, message: '', updatedAt: WRITTEN_AT } as unknown as JobHostModel;
  const target = { hostId: '', address: '', port: 0, loopbackAllowed: false };
  const work = new HostWork(row, { state: 'running' } as JobModel, target, true);
  work.take({ kind: 'log', job_id: '', seq: 1, at, stream: stream as 'stdout', text: 'x' });
  return work.takeUnwritten().lines[0];
}

test('a line of the log keeps the time of the agent, in the form of the contract', () => {
  assert.is(lineAt('2026-01-15T06:00:00.1234567+01:00')?.at, '2026-01-15T05:00:00.123Z');
});

test('a line at a time that no answer can name is a line at the time of the last write', () => {
  for (const at of ['2016-12-31T23:59:60Z', '9999-12-31T23:59:59-23:59', '2026-01-01T00:00:00+01'])
    assert.is(lineAt(at)?.at, WRITTEN_AT.toISOString(), at);
});

test('the name of a stream is as long as the contract lets it be', () => {
  assert.is(lineAt('2026-01-15T06:00:00Z', 'x'.repeat(64))?.stream, 'x'.repeat(16));
});

test('no line of an agent passes for one of the manager', () => {
  assert.is(lineAt('2026-01-15T06:00:00Z', 'manager')?.stream, 'agent');
});

test.run();
