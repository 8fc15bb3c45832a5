// tier: night
// needs: chromium
// time-limit: 400
// Lighthouse over the UI of a real manager: its scores for accessibility and best practices, page by page.
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { LighthouseBrowser } from '../support/browserLighthouse.ts';
import { Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const LEAST = 95;
const stage = new Stage('web: lighthouse', {
  hosts: 3,
  packages: { patches: 6, security: 2 },
  hasBrowser: false,
});
const { test } = stage;
let browser: LighthouseBrowser;
let jobId: string;

test.before(async () => {
  const { manager, hostIds } = stage;
  const target = { host_ids: hostIds };
  const plan = { operation: 'patch', mode: 'security', dry_run: true, name: 'Plan', target };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', plan);
  jobId = (await untilEnded(manager, job)).id;
  browser = await LighthouseBrowser.launch();
});

test.after(async () => browser?.close());

/** Judges the page and asserts the least scores. */
async function judge(where: string): Promise<void> {
  const { accessibility, bestPractices, findings } = await browser.judge(stage.manager.url + where, (page) =>
    isShown(page, where),
  );
  const name = where.replace(/[0-9a-f-]{36}/, ':id');
  console.log(`${name}: accessibility ${accessibility}, best practices ${bestPractices}`);
  assert.ok(Math.min(accessibility, bestPractices) >= LEAST, `${where}: ${findings.join('\n')}`);
}

/** Asserts that this page with its content was judged, not the sign-in in its place, nor an error. */
async function isShown(page: Page, where: string): Promise<void> {
  await page.waitForURL(stage.manager.url + where);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.is(await page.getByLabel('User name').count(), where === '/sign-in' ? 1 : 0);
  assert.is(await page.locator('fm-state[kind=error]').count(), 0);
}

test('the sign-in, before anybody is signed in', async () => {
  await judge('/sign-in');
});

test('every page of a fleet that has a job, signed in', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${stage.manager.url}/about`);
  await stage.signIn(page);
  const ofOne = [`/hosts/${stage.hostIds[0]}`, '/jobs/new', `/jobs/${jobId}`];
  const others = [
    '/calendar',
    '/health-checks',
    '/patch-order',
    '/vulnerabilities',
    '/policies/new',
    '/settings',
  ];
  const lists = ['/', '/hosts', '/hosts?view=map', '/jobs', '/enrollments', '/certificates', '/about'];
  for (const where of [...lists, ...others, ...ofOne]) await judge(where);
  await page.close();
});

test.run();
