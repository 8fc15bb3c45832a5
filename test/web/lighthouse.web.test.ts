// needs: chromium
// time-limit: 300
// Lighthouse over the UI of a real manager: what it says of accessibility and of good practice, page by page.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signIn, type Page } from '../support/browser.ts';
import { LighthouseBrowser } from '../support/browserLighthouse.ts';
import { untilEnded, type WireHost, type WireJob } from '../support/fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from '../support/simulated.ts';

const test = suite('web: lighthouse');
const LEAST = 95;
const HOSTS = 3;
let browser: LighthouseBrowser;
let manager: ManagerProcess;
let fleet: SimulatedFleet;
let hostId: string;
let jobId: string;

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  fleet = await startSimulatedFleet(manager, HOSTS, { patches: 6, security: 2 });
  const polled = ({ hosts }: { hosts: WireHost[] }): boolean =>
    hosts.length === HOSTS && hosts.every((host) => host.patches_polled_at !== null);
  const { hosts } = await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', polled);
  hostId = hosts[0]?.id ?? '';
  const target = { host_ids: hosts.map(({ id }) => id) };
  const plan = { operation: 'patch', mode: 'security', dry_run: true, name: 'Plan', target };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', plan);
  jobId = (await untilEnded(manager, job)).id;
  browser = await LighthouseBrowser.launch();
});

test.after(async () => {
  await browser?.close();
  await fleet?.stop();
  await manager?.stop();
});

/** Judges the page and holds it to the least marks. */
async function judge(where: string): Promise<void> {
  const { accessibility, bestPractices, findings } = await browser.judge(manager.url + where, (page) =>
    isShown(page, where),
  );
  const name = where.replace(/[0-9a-f-]{36}/, ':id');
  console.log(`${name}: accessibility ${accessibility}, best practices ${bestPractices}`);
  assert.ok(Math.min(accessibility, bestPractices) >= LEAST, `${where}: ${findings.join('\n')}`);
}

/** What was judged was this page with its content, not the sign-in in its place, nor its error. */
async function isShown(page: Page, where: string): Promise<void> {
  await page.waitForURL(manager.url + where);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.is(await page.getByLabel('User name').count(), where === '/sign-in' ? 1 : 0);
  assert.is(await page.locator('fm-state[kind=error]').count(), 0);
}

test('the sign-in, before anybody is signed in', async () => {
  await judge('/sign-in');
});

test('every page of a fleet that has a job, signed in', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${manager.url}/about`);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  const ofOne = [`/hosts/${hostId}`, '/jobs/new', `/jobs/${jobId}`];
  for (const where of ['/', '/hosts', '/jobs', ...ofOne, '/enrollments', '/certificates', '/about'])
    await judge(where);
  await page.close();
});

test.run();
