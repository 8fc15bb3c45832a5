// needs: chromium
// time-limit: 240
// The shell around every page: sections, titles, focus, the palette, shortcuts, notifications, and trouble.
import * as assert from 'uvu/assert';
import { untilTrue, type Page } from '../support/browser.ts';
import { answerAs, judge, Stage } from '../support/browserStage.ts';
import { nav, navLink, openAllSections, openSection, sectionButton } from '../support/browserNav.ts';

const stage = new Stage('web: the frame', { hosts: 3, keepsTab: true });
const { test } = stage;

/** The element with the focus, through shadow roots: `H1 Hosts`. */
const FOCUSED = `(() => { let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.localName + ' ' + (at.textContent ?? '').trim().slice(0, 40); })()`;

/** How much of the navigation cannot be seen without scrolling, in px. */
const NAV_HIDDEN_PX = `(() => { const header = document.querySelector('fm-shell').shadowRoot.querySelector('fm-header');
  const nav = header.shadowRoot.querySelector('nav');
  return nav.scrollHeight - nav.clientHeight; })()`;

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('after signing in the focus is on the heading of the page, the tab has its name, and pages lie in sections', async () => {
  const page = await stage.visit('/hosts');
  await stage.signIn(page);
  await untilTrue(page, `${FOCUSED} === 'h1 Hosts'`);
  assert.is(await page.title(), 'Hosts · Fleetmend');
  const fleet = nav(page).getByRole('list', { name: 'Fleet' });
  assert.match((await fleet.getByRole('link').allInnerTexts()).join(' '), /Overview.*Hosts.*Packages/s);
  await openSection(page, 'Work');
  await openSection(page, 'Evidence');
  const evidence = nav(page).getByRole('list', { name: 'Evidence' });
  assert.equal(await evidence.getByRole('link').allInnerTexts(), ['Reports', 'Audit log']);
  await nav(page).getByRole('link', { name: 'Jobs' }).click();
  await untilTrue(page, `${FOCUSED} === 'h1 Jobs'`);
  assert.is(await page.title(), 'Jobs · Fleetmend');
  await page.goto(`${stage.manager.url}/jobs/new`);
  await untilTrue(page, `document.title === 'New job · Jobs · Fleetmend'`);
});

test('a reporter is not offered what only others may do, in the navigation as in the palette', async () => {
  const page = await stage.open('/hosts', { prepare: (fresh) => answerAs('reporter', fresh) });
  await openAllSections(page);
  assert.is(await nav(page).getByRole('link', { name: 'Enrollments' }).count(), 0);
  const evidence = nav(page).getByRole('list', { name: 'Evidence' });
  assert.equal(await evidence.getByRole('link').allInnerTexts(), ['Reports']);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('enroll');
  await page.getByText('No results').waitFor();
  await page.getByRole('combobox', { name: /^Search/ }).fill('job');
  await option(page, /^Jobs$/).waitFor();
  assert.is(await option(page, /New job/).count(), 0);
});

test('times are told by the manager’s clock, whatever the clock of the device says', async () => {
  for (const minutes of [-20, 20]) {
    const window = await stage.window();
    await window.context.clock.install({ time: Date.now() + minutes * 60_000 });
    const page = await window.open(`${stage.manager.url}/users`);
    await stage.signIn(page);
    const lastSignIn = page.getByRole('row', { name: /admin/ }).locator('fm-time');
    await lastSignIn.filter({ hasText: 'just now' }).waitFor();
  }
});

test('the palette finds pages, actions, hosts and jobs by the keyboard alone, and gives the focus back', async () => {
  const job = await stage.manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    name: 'Nightly audit',
    operation: 'patch',
    mode: 'security',
    dry_run: true,
    target: { host_ids: stage.hostIds },
  });
  const page = await stage.open('/about');
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  await option(page, /New job/).waitFor();
  const fqdn = stage.hosts[1]?.fqdn ?? '';
  await field.pressSequentially(fqdn);
  await option(page, new RegExp(`^${fqdn}`)).waitFor();
  await judge(page);
  const chosen = await field.getAttribute('aria-activedescendant');
  assert.is(await page.locator(`#${chosen}`).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/hosts/${stage.hosts[1]?.id}`);
  await page.keyboard.press('Control+k');
  await field.fill('nightly');
  await option(page, /Nightly audit/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/jobs/${job.id}`);
  await untilTrue(page, `${FOCUSED}.startsWith('h1 Nightly audit')`);
  await page.keyboard.press('Control+k');
  await field.fill('o');
  const first = await field.getAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  assert.is.not(await field.getAttribute('aria-activedescendant'), first);
  await page.keyboard.press('ArrowUp');
  assert.is(await field.getAttribute('aria-activedescendant'), first);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilTrue(page, `${FOCUSED}.startsWith('h1 Nightly audit')`);
});

test('pages, settings and actions are found by what people also call them', async () => {
  const page = await stage.open('/about');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  for (const [word, wanted] of [
    ['sso', /^Single sign-on/],
    ['webhook', /^Notifications/],
    ['token', /^API tokens/],
    ['password', /^Profile and security/],
    ['mail', /^Notifications/],
    ['window', /^Calendar/],
    ['totp', /^Profile and security/],
    ['service level', /^Service levels/],
    ['kev', /^Vulnerability feeds/],
    ['unreachable', /^Hosts/],
    ['logout', /^Sign out/],
    ['grace period', /^Second factor/],
  ] as const) {
    await field.fill(word);
    await option(page, wanted).first().waitFor();
  }
  await judge(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings?section=mfa');
  await page.getByRole('tab', { name: 'Access', selected: true }).waitFor();
  await page.getByLabel('Grace period').first().waitFor();
  await judge(page);
});

test('what the manager does not find for the palette is said, and pages are found all the same', async () => {
  const page = await stage.open('/about', { allow: /status of 500/ });
  await page.route(/api\/v1\/search\?search=hosts/, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'INTERNAL_ERROR', message: 'x', request_id: 'r' } },
    }),
  );
  const missing = [{ kind: 'cve', reason: 'too_slow' }];
  await page.route(/api\/v1\/search\?search=slowly/, (route) =>
    route.fulfill({ json: { groups: [], missing } }),
  );
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.fill('slowly');
  await page.getByText('CVEs could not be searched just now. No results').waitFor();
  await field.fill('hosts');
  await page.getByText(/Only pages and actions could be searched\./).waitFor();
  await option(page, /^Hosts$/).click();
  await page.waitForURL('**/hosts');
});

test('an answer to what was typed before is dropped, and Enter before the answer takes the first of it', async () => {
  const page = await stage.open('/about');
  const [, second, third] = stage.hosts;
  const item = (host = third) => ({
    id: host?.id,
    name: host?.fqdn,
    about: '',
    page_path: `/hosts/${host?.id}`,
  });
  const answer = (host = third) => ({
    groups: [{ kind: 'host', items: [item(host)], total: 1, total_is_exact: true }],
    missing: [],
  });
  let answerOld = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    void page.route(/api\/v1\/search\?search=old/, async (route) => {
      const waiting = new Promise<void>((go) => (answerOld = go));
      resolve();
      await waiting;
      await route.fulfill({ json: answer(second) }).catch(() => undefined);
    });
  });
  await page.route(/api\/v1\/search\?search=newer/, (route) => route.fulfill({ json: answer() }));
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.fill('old');
  await isAsked;
  await field.fill('newer');
  await option(page, third?.fqdn ?? '')
    .first()
    .waitFor();
  answerOld();
  await page.waitForTimeout(100);
  assert.is(await option(page, second?.fqdn ?? '').count(), 0);
  await field.fill('');
  await field.fill('newer one');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/hosts/${third?.id}`);
});

test('letters lead to pages and to the search, are shown by a question mark, and can be switched off for good', async () => {
  const page = await stage.open('/about');
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/hosts');
  await untilTrue(page, `${FOCUSED} === 'h1 Hosts'`);
  await page.keyboard.press('/');
  await untilTrue(page, `${FOCUSED}.startsWith('input')`);
  await page.keyboard.type('gj?/');
  assert.match(page.url(), /\/hosts/, 'in a field letters are text');
  await page.keyboard.press('Escape');
  await page.goto(`${stage.manager.url}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await judge(page);
  await page.getByRole('checkbox', { name: /^Single-letter shortcuts/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  assert.equal([new URL(page.url()).pathname, await page.getByRole('dialog').count()], ['/about', 1]);
});

test('a job that ended while its owner was elsewhere is told with an unread mark, once, and leads to it', async () => {
  const page = await stage.open('/about');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  await stage.manager.must('POST', '/api/v1/jobs', {
    name: 'While you were out',
    operation: 'patch',
    mode: 'security',
    dry_run: true,
    target: { host_ids: stage.hostIds.slice(0, 1) },
  });
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  await bell.waitFor();
  await bell.click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await judge(page);
  await page.getByRole('link', { name: /New: The plan “While you were out” is ready/ }).click();
  await page.waitForURL('**/jobs/*');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.reload();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

test('requests for enrollment that wait are counted at their page and at its folded section, until somebody has decided', async () => {
  let waiting = ['db1.example.org', 'db2.example.org'];
  const page = await stage.open('/jobs', {
    prepare: (fresh) =>
      fresh.route(/\/api\/v1\/admin\/enrollments$/, (route) =>
        route.fulfill({
          json: waiting.map((fqdn) => ({ id: fqdn, fqdn, created_at: new Date().toISOString() })),
        }),
      ),
  });
  await nav(page)
    .getByRole('button', { name: /^Fleet ?, 2 requests waiting$/, expanded: false })
    .waitFor();
  await openSection(page, 'Fleet');
  await nav(page)
    .getByRole('link', { name: /^Enrollments ?, 2 requests waiting$/ })
    .waitFor();
  await nav(page).getByRole('button', { name: 'Fleet', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  await page.getByText('db2.example.org requests enrollment.').waitFor();
  await page.keyboard.press('Escape');
  waiting = [];
  await page.evaluate(() => window.dispatchEvent(new Event('fm-waiting-changed')));
  await nav(page).getByRole('link', { name: 'Enrollments', exact: true }).waitFor();
});

test('sections fold to their headings but for the one of the page, and what a person opens stays open', async () => {
  const page = await stage.open('/hosts');
  await sectionButton(page, 'Fleet').and(page.locator('[aria-expanded=true]')).waitFor();
  const openLists = async (): Promise<(string | null)[]> => {
    const lists = await nav(page).getByRole('list').all();
    return Promise.all(lists.map((list) => list.getAttribute('aria-label')));
  };
  assert.equal(await openLists(), ['Fleet']);
  assert.is(await nav(page).getByRole('button', { expanded: false }).count(), 3);
  assert.is(await page.evaluate(NAV_HIDDEN_PX), 0, 'nothing is to be scrolled to');
  await sectionButton(page, 'Evidence').press('Enter');
  await nav(page).getByRole('link', { name: 'Reports' }).waitFor();
  await untilTrue(page, `${FOCUSED}.startsWith('button Evidence')`);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await untilTrue(page, `${FOCUSED} === 'h1 Settings'`);
  assert.equal(await openLists(), ['Evidence', 'Settings']);
  await page.reload();
  await nav(page).getByRole('link', { name: 'General', exact: true }).waitFor();
  assert.equal(await openLists(), ['Evidence', 'Settings']);
  await sectionButton(page, 'Evidence').press('Space');
  await sectionButton(page, 'Settings').press('Space');
  assert.equal(await openLists(), []);
  assert.is(await sectionButton(page, 'Settings').getAttribute('aria-current'), 'true');
  await judge(page);
});

test('of the longest section of the navigation nothing has to be scrolled to either', async () => {
  const page = await stage.open('/about');
  await nav(page).getByRole('link', { name: 'System' }).waitFor();
  assert.is(await page.evaluate(NAV_HIDDEN_PX), 0);
});

test('a page whose files do not come says so in our words, and comes by itself with the connection', async () => {
  const page = await stage.open('/about', { allow: /ERR_|Failed to fetch/ });
  await page.getByRole('heading', { name: 'About' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/No connection to the manager since/).waitFor();
  await (await navLink(page, 'Certificates')).click();
  await page.getByRole('heading', { name: /there is no connection to the manager/ }).waitFor();
  await judge(page);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
  await page.getByText(/No connection to the manager since/).waitFor({ state: 'detached' });
});

test('over a manager that hangs, the page of before does not stand for the next one, and it is told within seconds', async () => {
  const page = await stage.open('/about');
  await page.getByRole('heading', { name: 'About' }).waitFor();
  process.kill(stage.manager.pid, 'SIGSTOP');
  try {
    await (await navLink(page, 'Enrollments')).click();
    await page.getByText('Loading “Enrollments”').waitFor();
    assert.is(await page.getByRole('heading', { name: 'About' }).count(), 0);
    await page.getByText(/No connection to the manager since/).waitFor({ timeout: 20_000 });
  } finally {
    process.kill(stage.manager.pid, 'SIGCONT');
  }
  await page.getByRole('heading', { name: 'Enrollments', level: 1 }).waitFor();
  await page.getByText(/No connection to the manager since/).waitFor({ state: 'detached' });
});

test('a page whose files are gone with an update says that, and is loaded anew by a button', async () => {
  const page = await stage.open('/about', { allow: /status of 404/ });
  await page.getByRole('heading', { name: 'About' }).waitFor();
  await page.route('**/assets/fm-page-certificates*', (route) => route.fulfill({ status: 404, body: '' }));
  await (await navLink(page, 'Certificates')).click();
  await page.getByRole('heading', { name: /the manager was probably updated/ }).waitFor();
  await page.unroute('**/assets/fm-page-certificates*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Certificates', exact: true }).waitFor();
});

test.run();
