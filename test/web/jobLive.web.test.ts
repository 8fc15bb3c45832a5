// needs: chromium
// time-limit: 240
// A job while it runs: its log, hostile text in it, a cut connection, cancelling by the keyboard alone.
import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import type { JobEnv } from '../../agent/packages/backend.ts';
import { untilTrue, type Page } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: a running job', {
  hosts: 3,
  packages: { patches: 6, security: 2 },
  keepsTab: true,
});
const { test } = stage;

/** Releases the hosts, so that a failed test leaves none at work for the next one. */
let held: { job: WireJob; release(): void } | null = null;
test.after.each(async () => {
  held?.release();
  if (held) await untilEnded(stage.manager, held.job);
  held = null;
});

/** A job whose hosts download until they are told to go on. */
interface HeldJob {
  job: WireJob;
  /** The environments to which the agents write their logs, the first host's first. */
  envs: JobEnv[];
  release(): void;
}

async function startHeld(count: number): Promise<HeldJob> {
  const gate = Promise.withResolvers<void>();
  const ids = stage.hostIds.slice(0, count);
  const byHost = new Map<string, JobEnv>();
  for (const { backend, hostId } of stage.fleet.simulator.agents) {
    for (const name of ['sim-0000:all', 'sim-0001:all'])
      backend.ownPackages().set(name, { version: '1.0', available: '2.0', security: true });
    backend.onDownload = async (env) => {
      byHost.set(hostId, env);
      await gate.promise;
      env.safePoint();
    };
  }
  const body = { operation: 'patch', mode: 'security', target: { host_ids: ids } };
  const job = await stage.manager.must<WireJob>('POST', '/api/v1/jobs', body);
  const release = (): void => gate.resolve();
  held = { job, release };
  await waitFor(() => byHost.size === count, { timeoutMs: 30_000, what: 'the downloads' });
  const envs = ids.flatMap((id) => byHost.get(id) ?? []);
  return { job, envs, release };
}

function write(env: JobEnv | undefined, from: number, to: number): void {
  for (let number = from; number <= to; number += 1) env?.log('stdout', `output number ${number}.`);
}

function isCancelled(env: JobEnv): boolean {
  try {
    env.safePoint();
    return false;
  } catch {
    return true;
  }
}

/** The first visible line of the log. */
function topLine(page: Page): Promise<string> {
  return page.getByRole('region', { name: /^Log of/ }).evaluate((log) => {
    const top = log.getBoundingClientRect().top;
    const lines = [...log.querySelectorAll('.line')];
    return lines.find((line) => line.getBoundingClientRect().top >= top - 1)?.textContent?.trim() ?? '';
  });
}

/** The same, once the keyboard's smooth scrolling has come to rest. */
async function restingLine(page: Page): Promise<string> {
  let last = '';
  await waitFor(
    async () => {
      const before = last;
      last = await topLine(page);
      if (last !== before) await page.waitForTimeout(200);
      return last === before && last !== '';
    },
    { timeoutMs: 15_000, what: 'the log at rest' },
  );
  return last;
}

test('the log follows its end, stays where it is read, is paused, searched and downloaded', async () => {
  const { job, envs, release } = await startHeld(1);
  const page = await stage.open(`/jobs/${job.id}?host=${stage.hostIds[0]}`);
  const log = page.getByRole('region', { name: /^Log of/ });
  write(envs[0], 1, 300);
  await log.getByText('output number 300.').waitFor();
  await log.focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageUp');
  await page.getByText('paused, still recording').waitFor();
  const read = await restingLine(page);
  write(envs[0], 301, 400);
  await page.getByText(/^4\d\d lines; paused/).waitFor();
  assert.is(await restingLine(page), read);
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  write(envs[0], 401, 450);
  await log.getByText('output number 450.').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  const held = await restingLine(page);
  write(envs[0], 451, 500);
  await page.getByText(/^5\d\d lines; paused/).waitFor();
  assert.is(await restingLine(page), held);
  await page.getByRole('button', { name: 'Follow' }).click();
  await log.getByText('output number 500.').waitFor();
  await page.getByLabel('Search the log').fill('NUMBER 49');
  await page.getByText(/^11 lines of \d+ found$/).waitFor();
  assert.is(await log.locator('.line').count(), 11);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  assert.is(text.match(/output number \d+\./g)?.length, 500);
  release();
  await page.getByText('1 of 1 host completed', { exact: true }).waitFor();
});

test('a log of HTML, escapes, turned text and a line of a megabyte harms nothing and looks sane', async () => {
  const { job, envs, release } = await startHeld(1);
  const page = await stage.open(`/jobs/${job.id}?host=${stage.hostIds[0]}`);
  const log = page.getByRole('region', { name: /^Log of/ });
  envs[0]?.log('stdout', '<img src=x onerror=alert(1)><script>document.title="evil"</script>');
  envs[0]?.log('stderr', '\u001b[31mred\u001b[0m \u001b]0;title\u0007plain \u001b[2J');
  envs[0]?.log('stdout', 'abc \u202egnp.exe\u202c \u200bhidden');
  envs[0]?.log('stdout', 'progress 10%\rprogress 55%\rprogress 100%');
  envs[0]?.log('stdout', `long ${'x'.repeat(1_000_000)}`);
  envs[0]?.progress(50, '<b>bold</b> \u202edlob');
  await log.getByText('<img src=x onerror=alert(1)><script>').waitFor();
  await log.getByText('red plain', { exact: false }).waitFor();
  await log.getByText('abc ⟨U+202E⟩gnp.exe⟨U+202C⟩ ⟨U+200B⟩hidden').waitFor();
  await log.getByText('progress 100%', { exact: true }).waitFor();
  await log.getByText(/^long x+ … \(\d+ more characters\)$/).waitFor();
  await page.getByText('<b>bold</b> ⟨U+202E⟩dlob').waitFor();
  assert.is(await log.locator('img, script').count(), 0);
  assert.match(await page.title(), /Fleetmend/);
  const longest = await log
    .locator('.line')
    .evaluateAll((lines) => Math.max(...lines.map((line) => line.textContent.length)));
  assert.ok(longest < 2_200, `${longest} characters in one line`);
  await judge(page);
  release();
  await page.getByText('1 of 1 host completed', { exact: true }).waitFor();
});

test('a connection that is cut says so and resumes: no event is lost, none comes twice', async () => {
  const { job, envs, release } = await startHeld(3);
  const { manager } = stage;
  const window = await stage.window({ allow: /WebSocket/ });
  const seqs: number[] = [];
  let isCut = false;
  const cut: (() => Promise<void>)[] = [];
  await window.context.routeWebSocket(/\/api\/v1\/ws\/jobs/, (socket) => {
    if (isCut) return void socket.close({ code: 1013 });
    const server = socket.connectToServer();
    // The page also follows the fleet, by a stream of its own whose numbers are those of any job.
    let isOfJob = false;
    socket.onMessage((text) => {
      isOfJob ||= String(text).includes('job_id');
      server.send(text);
    });
    cut.push(async () => {
      await socket.close({ code: 1013 });
      await server.close();
    });
    server.onMessage((text) => {
      const { seq } = JSON.parse(String(text)) as { seq?: number | null };
      if (isCut) return;
      if (typeof seq === 'number' && isOfJob) seqs.push(seq);
      socket.send(text);
    });
  });
  const page = await window.open(`${manager.url}/jobs/${job.id}?host=${stage.hostIds[0]}`);
  await stage.signIn(page);
  await page.getByText('Live', { exact: true }).waitFor();
  write(envs[0], 1, 40);
  await page.getByText('output number 40.').waitFor();
  isCut = true;
  await Promise.all(cut.map((close) => close()));
  await page.getByText('No live updates since').waitFor();
  assert.is(await page.getByText('Live', { exact: true }).count(), 0);
  for (const [index, env] of envs.entries()) {
    write(env, 41, 80);
    env.progress(60, `while it was cut ${index}`);
  }
  const told = (lines: { logs: { text: string }[] }): boolean =>
    lines.logs.some(({ text }) => text === 'output number 80.');
  await manager.until(`/api/v1/jobs/${job.id}/hosts/${stage.hostIds[0]}/log?limit=500`, told);
  assert.is(await page.getByText('output number 80.').count(), 0);
  isCut = false;
  await page.getByText('No live updates since').waitFor({ state: 'detached' });
  await page.getByText('output number 80.').waitFor();
  for (const index of [0, 1, 2]) await page.getByText(`while it was cut ${index}`).waitFor();
  release();
  await page.getByText('3 of 3 hosts completed', { exact: true }).waitFor();
  const { last_seq: last } = await manager.must<{ last_seq: number }>('GET', `/api/v1/jobs/${job.id}`);
  await waitFor(() => seqs.at(-1) === last, { timeoutMs: 15_000, what: 'the last event' });
  const first = seqs[0] ?? 0;
  assert.equal(
    seqs,
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  await page.getByLabel('Search the log').fill('output number');
  await page.getByText(/^80 lines of \d+ found$/).waitFor();
});

test('a job is cancelled by keyboard alone, after a question that names it', async () => {
  const { job, envs, release } = await startHeld(2);
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await page.getByText('Hosts that have not started stay unchanged.').waitFor();
  await untilTrue(page, `${FOCUSED}.textContent.trim() === 'Keep running'`);
  await judge(page);
  await page.keyboard.press('Enter');
  await page.locator('fm-confirm').waitFor({ state: 'detached' });
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await page.getByText('Hosts that have not started stay unchanged.').waitFor();
  await tabTo(page, 'Cancel job');
  await page.keyboard.press('Enter');
  await page.getByText('Cancelling').first().waitFor();
  await waitFor(() => envs.every(isCancelled), { timeoutMs: 30_000, what: 'the agents to hear of it' });
  release();
  await page.getByText('0 of 2 hosts completed, 2 cancelled', { exact: true }).waitFor();
  assert.is((await untilEnded(stage.manager, job)).state, 'cancelled');
  await tabTo(page, 'Retry failed');
});

test('a host of the job is opened, its log reached and closed again by keyboard alone', async () => {
  const { job, envs, release } = await startHeld(2);
  const page = await stage.open(`/jobs/${job.id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('grid', { name: 'Hosts of the job' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Host sim-0002/ }).waitFor();
  write(envs[1], 1, 100);
  await page.getByText('output number 100.').waitFor();
  for (const name of ['Pause', 'Download']) await tabTo(page, name);
  await tabTo(page, 'Close sim-0002', 'label');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Host sim-0002/ }).waitFor({ state: 'detached' });
  assert.is(new URL(page.url()).searchParams.get('host'), null);
  release();
  await untilEnded(stage.manager, job);
});

test('the page of a host follows the jobs over it, one that comes later too', async () => {
  const page = await stage.open(`/hosts/${stage.hostIds[0] ?? ''}?tab=jobs`);
  await page.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
  const { job, release } = await startHeld(1);
  const row = page.getByRole('grid', { name: 'Jobs of this host' }).getByRole('row').nth(1);
  await row.getByText('Running').waitFor();
  release();
  await untilEnded(stage.manager, job);
  await row.getByText('Completed').waitFor();
});

test('who may not see jobs is told so, and who may only read is offered nothing to press', async () => {
  const { job, release } = await startHeld(1);
  release();
  await untilEnded(stage.manager, job);
  const page = await stage.open(`/jobs/${job.id}`, {
    allow: /status of 403/,
    prepare: (tab) => answerAs('reporter', tab),
  });
  await page.getByText('1 of 1 host completed', { exact: true }).waitFor();
  assert.is(await page.getByRole('button', { name: /Cancel|Retry|Roll back/ }).count(), 0);
  await page.route(/\/api\/v1\/jobs/, (route) => route.fulfill(refusal(403, 'FORBIDDEN', 'Not allowed.')));
  await (await navLink(page, 'Jobs')).click();
  await page.locator('fm-state[kind=forbidden]').waitFor();
  await judge(page);
  await page.goBack();
  await page.locator('fm-state[kind=forbidden]').waitFor();
  assert.is(await page.getByRole('button', { name: 'Try again' }).count(), 0);
});

/** The element that has the focus, through all shadow roots. */
const FOCUSED =
  '(() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at; })()';

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, name: string, by: 'text' | 'label' = 'text'): Promise<void> {
  const text = by === 'text' ? `${FOCUSED}?.textContent` : `${FOCUSED}?.ariaLabel`;
  for (let times = 0; times < 60; times += 1) {
    const found = String(await page.evaluate<string | null>(text)).trim();
    if (by === 'text' ? found === name : found.startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach “${name}”`);
}

test.run();
