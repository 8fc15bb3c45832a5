import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { Journal } from '../journal/journal.ts';
import type { Plan } from '../packages/backend.ts';
import { FakeClock } from '../testing/fakeDeps.ts';
import { ActiveJob } from './activeJob.ts';
import { newRecord } from '../journal/record.ts';

const test = suite('activeJob');

const plan: Plan = {
  entries: [{ action: 'upgrade', name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' }],
  keptBack: [],
  downloadSizeBytes: 0,
  diskChangeBytes: 0,
  rebootExpected: false,
  reversible: { verdict: 'yes', reasons: [] },
  planHash: 'a'.repeat(64),
};
const worse: Plan = { ...plan, reversible: { verdict: 'no', reasons: [] } };

async function setup(dryRun: boolean) {
  const dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-active-'));
  const clock = new FakeClock();
  const journal = new Journal({ dir, clock, keepJobs: 3, keepJobsMs: 1e9, onProblem: () => {} });
  const record = newRecord({
    jobId: uuidv7(),
    request: {
      operation: 'update',
      packages: { operation: 'update', packages: [{ name: 'jq' }] },
      dryRun,
      maxAgeSecs: null,
      planHash: null,
      reboot: 'never',
    },
    idempotencyKey: null,
    createdAt: clock.now(),
  });
  await journal.create(record);
  const stopSignal = new AbortController().signal;
  const job = await ActiveJob.open({ record, journal, clock, bootId: () => 'b', resumed: false, stopSignal });
  const file = path.join(dir, record.jobId, 'job.json');
  return {
    job,
    /** The record on disk and the inode of its file, which changes with each write. */
    stored: async () => ({ inode: (await stat(file)).ino, ...JSON.parse(await readFile(file, 'utf8')) }),
    done: async () => {
      await journal.close();
      await rm(dir, { recursive: true });
    },
  };
}

test('writes the packages of a plan, and nothing when the same ones are told again', async () => {
  const t = await setup(false);
  await t.job.setPlan(plan);
  const first = await t.stored();
  assert.equal(first.packages, ['jq:amd64']);
  await t.job.setPlan(worse);
  assert.is((await t.stored()).inode, first.inode);
  const more = plan.entries.map((entry) => ({ ...entry, name: 'vim' }));
  await t.job.setPlan({ ...plan, entries: [...plan.entries, ...more] });
  assert.equal((await t.stored()).packages, ['jq:amd64', 'vim:amd64']);
  await t.done();
});

test('writes each plan of a dry run, for the plan is what it is asked for', async () => {
  const t = await setup(true);
  await t.job.setPlan(plan);
  await t.job.setPlan(worse);
  assert.is((await t.stored()).plan.reversible.verdict, 'no');
  await t.done();
});

test.run();
