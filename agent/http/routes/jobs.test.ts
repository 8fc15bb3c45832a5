import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeBackend } from '../../testing/fakeBackend.ts';
import { startFakeAgent, stopFakeAgents } from '../../testing/fakeAgent.ts';

const test = suite('job routes');
test.after.each(stopFakeAgents);

async function setup() {
  const backend = createFakeBackend({ 'jq:amd64': { version: '1.0', available: '1.1' } });
  const agent = await startFakeAgent({ backend });
  const detail = async (jobId: unknown) => (await agent.call('GET', `/api/v1/jobs/${jobId}`)).json.data ?? {};
  const start = async (body: object = {}) =>
    (await agent.call('POST', '/api/v1/patches', { body })).json.data?.['job_id'];
  return { ...agent, backend, detail, start };
}

const GONE = {
  verdict: 'no' as const,
  reasons: [{ code: 'STASH_FULL', package: 'jq:amd64', message: 'jq 1.0 is no longer stored.' }],
};

test('the verdict of an ended job is what could be restored now', async () => {
  const t = await setup();
  const jobId = await t.start();
  await t.finished(jobId);
  assert.equal((await t.detail(jobId))['reversible'], { verdict: 'yes', reasons: [] });
  const asked: unknown[] = [];
  t.backend.onReversibility = async (record) => {
    asked.push(record['plan']);
    return GONE;
  };
  assert.equal((await t.detail(jobId))['reversible'], GONE);
  assert.ok(asked[0], 'the backend gets what the job saved');
  t.backend.onReversibility = async () => null;
  assert.is(((await t.detail(jobId))['reversible'] as { verdict: string }).verdict, 'yes');
  await t.cleanUp();
});

test('jobs without a verdict that could change are not asked about', async () => {
  const t = await setup();
  t.backend.onReversibility = () => Promise.reject(new Error('asked'));
  const plan = await t.start({ dry_run: true });
  assert.is((await t.finished(plan))['reversible'], null);
  const refresh = (await t.call('POST', '/api/v1/patches/refresh')).json.data?.['job_id'];
  assert.is(((await t.finished(refresh))['reversible'] as { verdict: string }).verdict, 'no');
  await t.cleanUp();
});

test.run();
