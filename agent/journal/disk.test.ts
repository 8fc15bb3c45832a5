// needs: root
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../process/command.ts';
import { createFakeBackend } from '../testing/fakeBackend.ts';
import { eventually, startFakeAgent, stopFakeAgents } from '../testing/fakeAgent.ts';

const test = suite('journal on a failing disk');
test.after.each(stopFakeAgents);

const mounted = new Set<string>();

/** A file system of its own that fills up. */
async function mountSmall(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-full-'));
  const { exitCode, stderr } = await runCommand(['mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', dir], {
    timeoutMs: 5000,
  });
  assert.is(exitCode, 0, stderr);
  mounted.add(dir);
  return dir;
}

test.after.each(async () => {
  for (const dir of mounted) {
    await runCommand(['umount', '-l', dir], { timeoutMs: 5000 });
    rmSync(dir, { recursive: true });
  }
  mounted.clear();
});

test('on a full disk a job is refused clearly, a running one ends, and the journal stays whole', async () => {
  const dir = await mountSmall();
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const fill = (): Promise<unknown> =>
    runCommand(['dd', 'if=/dev/zero', `of=${dir}/fill`, 'bs=4k'], { timeoutMs: 5000 });
  let downloading = (): void => {};
  const reached = new Promise<void>((resolve) => (downloading = resolve));
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  backend.onDownload = async (env) => {
    downloading();
    await held;
    await env.save({ more: 1 });
  };
  const t = await startFakeAgent({ backend, dataDir: dir });
  const jobId = (await t.call('POST', '/api/v1/patches', { body: {} })).json.data?.['job_id'];
  await reached;
  await fill();
  const refused = await t.call('POST', '/api/v1/patches/refresh');
  assert.is(refused.status, 500);
  assert.is(refused.json.error?.['code'], 'JOB_CREATE_ERROR');
  assert.match(String(refused.json.error?.['message']), 'disk space');
  release();
  const job = await t.finished(jobId);
  assert.is(job['status'], 'failed');
  assert.is((job['error'] as { code: string }).code, 'NO_SPACE');
  const problems = (await t.call('GET', '/health')).json.data?.['problems'] as { code: string }[];
  assert.ok(problems.some(({ code }) => code === 'DISK_LOW'));
  rmSync(join(dir, 'fill'));
  await eventually(() =>
    readFileSync(join(dir, 'journal', String(jobId), 'job.json'), 'utf8').includes('"failed"'),
  );
  assert.is((await t.call('POST', '/api/v1/patches/refresh')).status, 202);
  await t.stop();
  const again = await startFakeAgent({ backend, dataDir: dir });
  assert.is((await again.call('GET', `/api/v1/jobs/${jobId}`)).json.data?.['status'], 'failed');
  await again.stop();
});

test('on a read-only disk the agent starts, lists and refuses', async () => {
  const dir = await mountSmall();
  await runCommand(['mount', '-o', 'remount,ro', dir], { timeoutMs: 5000 });
  const t = await startFakeAgent({
    backend: createFakeBackend({ 'jq:amd64': { version: '1.0' } }),
    dataDir: dir,
  });
  assert.is((await t.call('GET', '/api/v1/packages')).json.data?.['total'], 1);
  const refused = await t.call('POST', '/api/v1/patches/refresh');
  assert.is(refused.json.error?.['code'], 'JOB_CREATE_ERROR');
  assert.match(String(refused.json.error?.['message']), 'read-only');
  const problems = (await t.call('GET', '/health')).json.data?.['problems'] as { code: string }[];
  assert.ok(problems.some(({ code }) => code === 'READ_ONLY'));
  await t.stop();
});

test.run();
