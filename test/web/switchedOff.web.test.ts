// needs: chromium
// time-limit: 300
// A manager whose plugins are all switched off: what is left works, and nothing leads to what is missing.
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { nav, openAllSections, sectionButton } from '../support/browserNav.ts';
import { waitFor } from '../support/wait.ts';

const PLUGINS =
  'approvals,audit,backups,certificates,configuration,enrollment,exposure,fleet,health-checks,ip-allow-list,live,maintenance-windows,mfa,notifications,packages,policies,polling,reports,saved-views,sso,users,web-tls';
const stage = new Stage('web: switched off', { env: { FLEETMEND_DISABLED_PLUGINS: PLUGINS } });
const { test } = stage;

/** The sign-in page asks for this although it is off: before the sign-in, the page cannot know what is on. */
const ASKED_BEFORE = '/api/v1/auth/sso/config';

/** Collects calls of the page whose answer a person should not see. */
function refusalsOf(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isRefused = response.status() === 404 && pathname !== ASKED_BEFORE;
    if (isRefused && pathname.startsWith('/api/')) found.push(`${response.status()} ${pathname}`);
  });
  return found;
}

async function open(where: string): Promise<{ page: Page; refusals: string[] }> {
  let refusals: string[] = [];
  const page = await stage.open(where, {
    allow: /404 .*\/auth\/sso\/config/,
    prepare: async (fresh) => {
      refusals = refusalsOf(fresh);
    },
  });
  await nav(page).waitFor();
  return { page, refusals };
}

const linksOf = (page: Page): Promise<string[]> => nav(page).getByRole('link').allInnerTexts();

test('the navigation holds only what is on, and the start is the first page of it', async () => {
  const { page, refusals } = await open('/');
  await page.waitForURL(/\/hosts$/);
  await openAllSections(page);
  assert.equal(
    (await linksOf(page)).map((text) => text.trim()),
    ['Hosts', 'Jobs', 'Groups', 'General', 'About'],
  );
  assert.is(await sectionButton(page, 'Evidence').count(), 0, 'a section without pages');
  await judge(page);
  assert.equal(refusals, []);
});

test('the pages that are left make no call that nobody serves', async () => {
  const { manager } = stage;
  const host = await manager.must<{ id: string }>('POST', '/api/v1/hosts', {
    fqdn: 'db1.example.org',
    ip_address: '10.0.4.30',
  });
  const { page, refusals } = await open('/hosts');
  for (const where of ['/hosts', `/hosts/${host.id}`, '/jobs', '/jobs/new', '/profile', '/about']) {
    await page.goto(manager.url + where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(refusals, [], where);
    assert.is(await page.getByRole('button', { name: 'Refresh now' }).count(), 0, where);
    assert.is(await page.getByText(/Not live/).count(), 0, where);
  }
});

test('the address of a page that is switched off says so', async () => {
  const { page, refusals } = await open('/hosts');
  for (const where of [
    '/certificates',
    '/enrollments',
    '/vulnerabilities',
    '/patch-order',
    '/exposure-data',
  ]) {
    await page.goto(stage.manager.url + where);
    await page.getByRole('heading', { name: 'This page is disabled.' }).waitFor();
    await judge(page);
    assert.equal(refusals, [], where);
  }
});

test('without live events a list is read again every now and then', async () => {
  const { page } = await open('/hosts');
  await page.getByText('db1.example.org').first().waitFor();
  await stage.manager.must('POST', '/api/v1/hosts', { fqdn: 'db2.example.org', ip_address: '10.0.4.31' });
  await waitFor(async () => (await page.getByText('db2.example.org').count()) > 0, {
    timeoutMs: 40_000,
    what: 'the host that was added meanwhile',
  });
});

test.run();
