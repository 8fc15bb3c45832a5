// tier: night
// needs: history
// time-limit: 240
// The journal between this agent and those of before: an update hands it on, and whoever puts the old agent back hands it
// back. Each side is that version's own code, in a process that is killed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEFORE_DIALLING, checkoutOf, DIALLING, RECORDED, UPDATING } from '../../test/support/recorded.ts';
import type { Recorded } from '../../test/support/recorded.ts';
import { Journal } from '../journal/journal.ts';
import type { JobRecord, JobRequest } from '../journal/record.ts';
import { childHost, ended, killAll, logsOf, startChild, until } from '../testing/killable.ts';
import type { Child, Data } from '../testing/killable.ts';
import { FAKE_BOOT_ID, FakeClock } from '../testing/fakeDeps.ts';
import { readVerdict, writeWatch } from '../update/watch.ts';
import type { Watch, WatchVerdict } from '../update/watch.ts';

const test = suite('the journal between agents of two versions');
test.after.each(killAll);

const LINES = 30;
/** Counts its runs, writes lines over half a second, then changes the one package to its other version. */
const SCRIPT = `
echo run >> "$0.runs"
i=0
while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i"; sleep 0.02; done
case $(cat "$0") in *1.1) to=1.0 ;; *) to=1.1 ;; esac
echo jq:amd64=$to > "$0"`;

const childOf = (one: Recorded): string => join(checkoutOf(one), 'agent/testing/child.ts');
const hasBegun = (job: Data): boolean => logsOf(job).some(({ text }) => text === 'line 3');
const lines = (job: Data): string[] =>
  logsOf(job)
    .filter(({ stream }) => stream === 'stdout')
    .map(({ text }) => text);
const allLines = Array.from({ length: LINES }, (_, index) => `line ${index + 1}`);
const forth = [{ name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' }];
const back = [{ name: 'jq', arch: 'amd64', from: '1.1', to: '1.0' }];

for (const one of RECORDED) {
  for (const [way, first, second] of [
    ['this agent hands on to one of', undefined, childOf],
    ['this agent takes over from one of', childOf, undefined],
  ] as const) {
    test(`${way} "${one.name}": an unfinished transaction, what waits behind it, and a way back`, async () => {
      const t = childHost(SCRIPT);
      const before = await startChild(t.options, first?.(one));
      const { job_id: running } = await before.post('/api/v1/patches', {});
      await until(before, running, hasBegun);
      const { job_id: waiting } = await before.post('/api/v1/patches/refresh', {});
      await before.kill();
      const after = await startChild(t.options, second?.(one));
      const job = await until(after, running, ended);
      assert.equal([job['status'], job['changes']], ['completed', forth]);
      assert.equal(lines(job), allLines, 'no line is lost, and none is there twice');
      assert.is(t.runs(), 1);
      assert.is((await until(after, waiting, ended))['status'], 'completed');
      await after.kill();

      // And once more the same way: a finished job of the one is undone by the other.
      const again = await startChild(t.options, first?.(one));
      const { job_id: undo } = await again.post(`/api/v1/jobs/${running}/rollback`, {});
      await until(again, undo, hasBegun);
      await again.kill();
      const last = await startChild(t.options, second?.(one));
      const undone = await until(last, undo, ended);
      assert.equal([undone['status'], undone['changes']], ['completed', back]);
      assert.is(t.runs(), 2);
      await last.kill();
      t.cleanUp();
    });
  }

  test(`an agent of "${one.name}" shows a finished job of this one as this one does`, async () => {
    const t = childHost(SCRIPT);
    const before = await startChild(t.options);
    const { job_id: id } = await before.post('/api/v1/patches', {});
    await until(before, id, ended);
    const { job_id: plan } = await before.post('/api/v1/patches', { dry_run: true });
    await until(before, plan, ended);
    const seen = await shown(before, [id, plan]);
    await before.kill();
    const after = await startChild(t.options, childOf(one));
    assert.equal(await shown(after, [id, plan]), seen);
    await after.kill();
    t.cleanUp();
  });
}

const shown = (child: Child, ids: readonly unknown[]): Promise<Data[]> =>
  Promise.all(ids.map((id) => child.get(`/api/v1/jobs/${id}`)));

const ID = '01a203dc-14bf-75e2-8260-d3372e5eda84';
const release = {
  version: '0.1.1',
  file: 'fleetmend-agent_0.1.1_amd64.deb',
  sha256: 'ab'.repeat(32),
  sizeBytes: 1000,
  signature: null,
};
const update = { operation: 'agent_update', dryRun: false, planHash: null, release } as const;
const watch: Watch = {
  format: 'deb',
  name: 'fleetmend-agent',
  from: '0.1.0',
  to: '0.1.1',
  agentVersion: '0.1.1',
  dataDir: '/nowhere',
  back: { file: '/nowhere/fleetmend-agent_0.1.0_amd64.deb', sha256: 'cd'.repeat(32) },
};

/** Leaves a job in the journal that this agent was running when it was ended; returns the job's folder. */
async function leaveRunning(dataDir: string, request: JobRequest, inTransaction: boolean): Promise<string> {
  const clock = new FakeClock();
  const at = clock.now().toISOString();
  const dir = join(dataDir, 'journal');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const journal = new Journal({ dir, clock, keepJobs: 100, keepJobsMs: 1e12, onProblem: () => undefined });
  const record: JobRecord = {
    version: 1,
    jobId: ID,
    operation: request.operation,
    request,
    status: 'running',
    createdAt: at,
    startedAt: at,
    completedAt: null,
    packages: [],
    progress: 50,
    message: 'Started',
    error: null,
    originalJobId: null,
    exclusive: false,
    dryRun: false,
    plan: null,
    changes: [],
    reversible: null,
    idempotencyKey: null,
    rebootRequired: false,
    bootId: FAKE_BOOT_ID,
    cancelRequested: false,
    inTransaction,
    steps: {},
    statusSeq: 1,
  };
  await journal.create(record);
  const entry = { action: 'upgrade', name: 'fleetmend-agent', arch: 'amd64', from: '0.1.0', to: '0.1.1' };
  await journal.writeFile(ID, 'saved', { agentUpdate: entry });
  await journal.close();
  return journal.dirOf(ID);
}

test('the watchdog of this agent and the agent that it puts back understand each other, and the other way round', async () => {
  const t = childHost(SCRIPT);
  const dir = await leaveRunning(t.options.dataDir, update, true);
  const older = (await import(join(checkoutOf(UPDATING), 'agent/update/watch.ts'))) as {
    readVerdict: typeof readVerdict;
    writeWatch: typeof writeWatch;
  };
  const verdicts: WatchVerdict[] = [
    { state: 'healthy' },
    { state: 'notInstalled' },
    { state: 'notPutBack', reason: 'no package was kept', log: '' },
    { state: 'putBack', reason: 'it does not answer on its status socket', log: 'lab: I am broken' },
  ];
  for (const verdict of verdicts) {
    writeFileSync(join(dir, 'watch.verdict'), JSON.stringify(verdict));
    for (const { readVerdict: read } of [{ readVerdict }, older]) assert.equal(await read(dir), verdict);
  }
  await writeWatch(dir, watch);
  const agent = await startChild(t.options, childOf(UPDATING));
  const job = await until(agent, ID, ended);
  const { code, message } = job['error'] as { code: string; message: string };
  assert.equal([job['status'], code, job['changes']], ['failed', 'AGENT_UPDATE_PUT_BACK', []]);
  assert.match(message, 'lab: I am broken');
  await agent.kill();
  t.cleanUp();
});

const later: [Recorded, JobRequest, code: RegExp][] = [
  // It learned to say so only with the updates; what counts is that nothing else waits for this job.
  [BEFORE_DIALLING, update, /^INTERNAL_ERROR$/],
  [DIALLING, update, /^INTERNAL_ERROR$/],
  [UPDATING, { operation: 'connection', connection: 'dial' }, /^UNSUPPORTED$/],
];

for (const [one, request, code] of later) {
  test(`an agent of "${one.name}" ends a job (${request.operation}) that it does not know, and does the next one`, async () => {
    const t = childHost(SCRIPT);
    await leaveRunning(t.options.dataDir, request, false);
    const agent = await startChild(t.options, childOf(one));
    const job = await until(agent, ID, ended);
    assert.is(job['status'], 'failed');
    assert.match((job['error'] as { code: string }).code, code);
    const { job_id: next } = await agent.post('/api/v1/patches', {});
    assert.is((await until(agent, next, ended))['status'], 'completed');
    await agent.kill();
    t.cleanUp();
  });
}

test.run();
