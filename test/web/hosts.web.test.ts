// needs: chromium
// time-limit: 300
// The list of hosts and the page of one, over a real manager and simulated agents that really enrolled.
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '../support/browser.ts';
import { MANY_PAGES, routeMany, rows, summary } from '../support/browserHosts.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';
import { testHost } from './hosts/host.ts';

const HOSTS = 4;
const stage = new Stage('web: hosts', {
  hosts: HOSTS,
  packages: { patches: 12, security: 3 },
  keepsTab: true,
});
const { test } = stage;

test('search, filters and sorting narrow the list down and live in the address', async () => {
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.is(await rows(page).count(), HOSTS);
  await page.getByRole('columnheader', { name: 'Last patched' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('sim-0002');
  await summary(page, '1 host found').waitFor();
  assert.is(new URL(page.url()).searchParams.get('search'), 'sim-0002');
  await page.getByRole('combobox', { name: 'Reboot' }).selectOption({ label: 'Required' });
  await page.getByText('No hosts match.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.reload();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.is(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), '');
  await page.getByRole('button', { name: 'Host', exact: true }).click();
  await page
    .getByRole('columnheader', { name: 'Host' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  assert.is(new URL(page.url()).searchParams.get('sort'), '-fqdn');
  await rows(page).first().getByText('sim-0004').waitFor();
  await judge(page);
});

testHost(stage);

test('what agents complain of, maintenance and missing security are marked in the list, filtered, and explained', async () => {
  const [first, second] = stage.hosts;
  if (!first || !second) throw new Error('no hosts');
  const path = `/api/v1/hosts/${second.id}`;
  await stage.manager.must('PUT', path, { maintenance_mode: true, tags: ['rack=4'] });
  const problems = [
    { code: 'SOURCE_FAILED', message: 'The source “dead.example” cannot be read.' },
    { code: 'MOON_PHASE', message: 'Of a later agent.' },
  ];
  const ailing = {
    ...first,
    problems,
    patches_security: 6,
    patches_severity: 'critical',
    reboot_required: true,
  };
  const page = await stage.open('/hosts?has_problems=true&agent_version=0.1.0', {
    prepare: async (tab) => {
      await tab.route(`**/api/v1/hosts/${first.id}`, (route) => route.fulfill({ json: ailing }));
      await tab.route(/api\/v1\/hosts\?.*has_problems=true/, (route) =>
        route.fulfill({ json: { hosts: [ailing], total: 1, next_cursor: null } }),
      );
    },
  });
  await rows(page).first().getByText('2 problems').waitFor();
  await rows(page).first().getByText('6 security (critical)').waitFor();
  await rows(page).first().getByText('6 (critical)', { exact: true }).waitFor();
  for (const set of ['Problems: Has problems', /^Remove filter Agent version: 0\.1\.0/])
    await page.getByRole('button', { name: set }).waitFor();
  await rows(page).first().getByText(first.fqdn).click();
  const told = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  assert.match(
    await told.first().innerText(),
    /Repository fails: The source “dead\.example” .*correct or remove it/,
  );
  assert.match(await told.nth(1).innerText(), /^MOON_PHASE: Of a later agent\.$/);
  await judge(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  const resting = rows(page).filter({ hasText: second.fqdn });
  await resting.getByText('Maintenance').waitFor();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('rack=4');
  await summary(page, '1 host found').waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Maintenance' }).selectOption({ label: 'Not in maintenance' });
  await page.getByText('No hosts match.').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await page.getByRole('combobox', { name: 'Security', exact: true }).selectOption({ label: 'Missing' });
  await page
    .getByRole('columnheader', { name: 'Security', exact: true })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  await judge(page);
  await resting.getByText(second.fqdn).click();
  await page.getByText('This host is in maintenance mode').waitFor();
  const reboot = page.getByRole('button', { name: 'Reboot …' });
  assert.is(await reboot.getAttribute('aria-disabled'), 'true');
  assert.match((await reboot.getAttribute('title')) ?? '', /maintenance mode, so jobs skip it/);
  assert.is(await page.getByRole('link', { name: 'New job' }).count(), 0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Exit maintenance mode …' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Exit maintenance mode' }).click();
  await page.getByRole('link', { name: 'New job' }).waitFor();
  assert.not.ok((await stage.manager.must<{ maintenance_mode: boolean }>('GET', path)).maintenance_mode);
});

test('columns, views and CSV: each is kept or whole, and the file holds all hosts that match', async () => {
  const page = await stage.open('/hosts?search=sim-000', { allow: /503 .*saved-views/ });
  await summary(page, `${HOSTS} hosts found`).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Kernel' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Kernel' }).waitFor();
  assert.is(await page.getByRole('columnheader', { name: 'Status' }).count(), 0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view …' }).click();
  const viewName = page.getByRole('textbox', { name: 'Name' });
  assert.is(await viewName.inputValue(), 'sim-000', 'proposed from the filters');
  await viewName.fill('The simulated, all');
  await page.locator('fm-ask').getByRole('button', { name: 'Save' }).click();
  await page.goto(`${stage.manager.url}/hosts`);
  await page.getByRole('columnheader', { name: 'Kernel' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'The simulated, all', exact: true }).click();
  await summary(page, `${HOSTS} hosts found`).waitFor();
  await page.getByRole('button', { name: 'View: The simulated, all' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Pin “The simulated, all” to the side bar' }).click();
  await page.reload();
  const pinned = page.getByRole('list', { name: 'Pinned views' }).getByRole('link');
  assert.is(await pinned.innerText(), 'The simulated, all');
  await pinned.click();
  await summary(page, `${HOSTS} hosts found`).waitFor();
  await page.getByRole('button', { name: 'View: The simulated, all' }).click();
  await page.getByRole('menuitem', { name: 'Manage views …' }).click();
  await judge(page);
  await page.getByRole('button', { name: 'Share “The simulated, all”' }).click();
  await page.getByText('Shared by you').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  const { views } = await stage.manager.must<{ views: { query: string }[] }>('GET', '/api/v1/saved-views');
  assert.equal(
    views.map(({ query }) => query),
    ['search=sim-000'],
  );
  await page.reload();
  assert.is(await pinned.innerText(), 'The simulated, all', 'it is shared, and still in the side bar');
  await pinned.click();
  await page.getByRole('button', { name: 'View: The simulated, all' }).waitFor();
  await page.route('**/api/v1/saved-views*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByText('Pinned shared views could not be loaded.').waitFor();
  await judge(page);
  await page.unroute('**/api/v1/saved-views*');
  await nav.getByRole('button', { name: 'Retry' }).click();
  await pinned.waitFor();
  await page.getByRole('button', { name: 'View: The simulated, all' }).click();
  await page.getByRole('menuitem', { name: 'Manage views …' }).click();
  await page.getByRole('button', { name: 'Stop sharing “The simulated, all”' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('Only you').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  assert.is((await stage.manager.must<{ total: number }>('GET', '/api/v1/saved-views')).total, 0);
  await page.reload();
  assert.is(await pinned.innerText(), 'The simulated, all', 'it is private, and still in the side bar');
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = readFileSync((await (await downloads).path()) ?? '', 'utf8');
  const [head, ...lines] = text.trim().split('\r\n');
  assert.match(head ?? '', /^\ufeff?Security,Reboot,Host,Security patches,.*,Kernel$/);
  assert.equal(
    lines.map((line) => /sim-\d+/.exec(line)?.[0]),
    ['sim-0001', 'sim-0002', 'sim-0003', 'sim-0004'],
  );
  assert.equal(await axeEverywhere(page), []);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await page.getByRole('columnheader', { name: 'Status' }).waitFor();
});

test('eighteen hosts are to be seen at 1280 by 800, the name first, one line each', async () => {
  const [example] = stage.hosts;
  const page = await stage.open('/hosts', { prepare: (tab) => routeMany(tab, example ?? {}) });
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows(page).nth(17).waitFor();
  const box = await rows(page).nth(17).boundingBox();
  assert.ok(box && box.y + box.height <= 800, `the eighteenth row ends at ${box && box.y + box.height} px`);
  const headers = await page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? one.textContent?.trim()));
  assert.equal(headers.slice(1, 5), ['Status', 'Security', 'Reboot', 'Host']);
});

test('the map has a square for each host, says its figures in words, and opens the host of a square', async () => {
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('button', { name: 'Map' }).click();
  const map = page.getByRole('img', { name: new RegExp(`^${HOSTS} hosts\\. `) });
  await map.waitFor();
  assert.is(await page.getByRole('grid').count(), 0);
  await page.getByRole('list', { name: 'Legend' }).waitFor();
  assert.equal(await axeEverywhere(page), []);
  await map.hover({ position: { x: 8, y: 8 } });
  const title = (await map.getAttribute('title')) ?? '';
  assert.match(title, /^sim-000\d\S*: /);
  const isDrawn = await map.evaluate((canvas: HTMLCanvasElement) =>
    canvas
      .getContext('2d')
      ?.getImageData(2, 2, 1, 1)
      .data.some((value) => value > 0),
  );
  assert.ok(isDrawn);
  await map.click({ position: { x: 8, y: 8 } });
  await page.getByRole('heading', { level: 1, name: title.split(':')[0] }).waitFor();
  await page.goBack();
  await map.waitFor();
  await page.getByRole('button', { name: 'Map' }).click();
  await rows(page).first().waitFor();
});

test('no name is cut at any width, and a host is to be seen at 200 % zoom', async () => {
  const [host] = stage.hosts;
  const long = { ...host, fqdn: 'database-primary-17.berlin.dc2.example.org', display_name: null };
  const page = await stage.open('/hosts', {
    prepare: (tab) =>
      tab.route(/\/api\/v1\/hosts\?/, (route) =>
        route.fulfill({ json: { hosts: [long], total: 1, next_cursor: null } }),
      ),
  });
  await rows(page).first().waitFor();
  const cut: number[] = [];
  for (let width = 320; width <= 1_440; width += width > 690 && width < 970 ? 7 : 32) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const isWhole = await rows(page)
      .first()
      .getByRole('rowheader')
      .evaluate((cell) => {
        const link = cell.querySelector('a')?.getBoundingClientRect();
        const { right, bottom } = cell.getBoundingClientRect();
        return link !== undefined && link.right <= right && link.bottom <= bottom;
      });
    if (!isWhole) cut.push(width);
  }
  assert.equal(cut, []);
  await page.setViewportSize({ width: 640, height: 460 });
  const box = await rows(page).first().boundingBox();
  assert.ok(box && box.height > 0);
});

test('ten thousand hosts come by pages, few of them in the document, and typing stays quick', async () => {
  const [example] = stage.hosts;
  const page = await stage.open('/hosts', { prepare: (tab) => routeMany(tab, example ?? {}) });
  await page.getByText('10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  for (let pages = 1; pages < MANY_PAGES; pages += 1) {
    const before = await page.locator('fm-page-header p').innerText();
    await page.keyboard.press('End');
    await page.getByText(before, { exact: true }).waitFor({ state: 'detached' });
  }
  await summary(page, '10,000 hosts').waitFor();
  await page.keyboard.press('End');
  await page.getByText('host-09999').waitFor();
  assert.ok((await rows(page).count()) < 60, 'only what can be seen is in the document');
  const field = page.getByRole('searchbox', { name: 'Search' });
  const keyMs = await field.evaluate(async (input: HTMLInputElement) => {
    const took: number[] = [];
    for (const value of ['h', 'ho', 'hos', 'host', 'host-', 'host-1', 'host-12']) {
      const startedAt = performance.now();
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      took.push(performance.now() - startedAt);
      await new Promise(requestAnimationFrame);
    }
    return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Infinity;
  });
  assert.ok(keyMs < 50, `a key took ${keyMs} ms`);
});

test('who may only read sees no boxes and no actions, and a refused list says so', async () => {
  const page = await stage.open('/hosts', {
    allow: /status of 403/,
    prepare: (tab) => answerAs('reporter', tab),
  });
  await summary(page, `${HOSTS} hosts`).waitFor();
  await rows(page).first().waitFor();
  assert.is(await page.getByRole('checkbox').count(), 0);
  assert.is(await page.getByRole('group', { name: 'Selected hosts' }).count(), 0);
  await page.getByRole('link', { name: stage.hosts[0]?.fqdn ?? '' }).click();
  await page.getByRole('heading', { level: 1, name: stage.hosts[0]?.fqdn ?? '' }).waitFor();
  await page.getByText('12 pending patches').waitFor();
  assert.is(await page.getByRole('button', { name: 'Refresh now' }).count(), 0);
  assert.is(await page.getByRole('link', { name: /job/i }).and(page.locator('.button')).count(), 0);
  assert.equal(await axeEverywhere(page), []);
  await page.route(/\/api\/v1\/hosts\?/, (route) => route.fulfill(refusal(403, 'FORBIDDEN', 'Not allowed.')));
  await (await navLink(page, 'Hosts')).click();
  await page.locator('fm-state[kind=forbidden]').waitFor();
  assert.equal(await axeEverywhere(page), []);
});

test('an answer that fails says what to do, and “Try again” does it', async () => {
  let isDown = true;
  const page = await stage.open('/about', { allow: /status of 500/ });
  await page.route(/\/api\/v1\/hosts\?/, (route) =>
    isDown ? route.fulfill(refusal(500, 'INTERNAL_ERROR', 'An error.')) : route.continue(),
  );
  await (await navLink(page, 'Hosts')).click();
  await page.getByRole('alert').getByText('Loading the hosts failed.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await summary(page, `${HOSTS} hosts`).waitFor();
});

test.run();
