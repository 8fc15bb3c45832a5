// needs: chromium
// time-limit: 240
// Many hosts at once: selected in the list, then planned, read again or removed.
import type { Locator } from 'playwright-core';
import * as assert from 'uvu/assert';
import { axeEverywhere, type Page } from '../support/browser.ts';
import { routeMany, summary } from '../support/browserHosts.ts';
import { judge, refusal, Stage } from '../support/browserStage.ts';
import { loseNext, NO_ANSWER } from '../support/lostAnswer.ts';
import { navLink } from '../support/browserNav.ts';
import type { WireJob } from '../support/fleet.ts';
import { waitFor } from '../support/wait.ts';

const HOSTS = 4;
const stage = new Stage('web: selected hosts', {
  hosts: HOSTS,
  packages: { patches: 12, security: 3 },
  keepsTab: true,
});
const { test } = stage;

const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected hosts' });

/** Opens the list of a fleet of ten thousand hosts. */
function openMany(): Promise<Page> {
  const [example] = stage.hosts;
  return stage.open('/hosts', { prepare: (page) => routeMany(page, example ?? {}) });
}

/** The text of what has the focus. */
const focused = `(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.textContent?.trim();
})()`;

/** Waits until the bar tells exactly this about the selection. */
async function untilSelected(page: Page, text: string): Promise<void> {
  const told = bar(page).getByRole('status');
  await waitFor(async () => (await told.innerText()).trim() === text, { timeoutMs: 20_000, what: text });
}

test('a selection is made by the keyboard alone, over all that match, and survives another filter', async () => {
  const page = await openMany();
  const grid = page.getByRole('grid', { name: 'Hosts' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  assert.is(await bar(page).getByRole('button').count(), 0, 'nothing is selected');
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await untilSelected(page, '3 selected');
  assert.equal(await axeEverywhere(page), []);
  await search.fill('host-09');
  await summary(page, '1,000 hosts found').waitFor();
  await untilSelected(page, '3 selected, 3 hidden by this filter');
  await grid.focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, '1,003 selected, 3 hidden by this filter');
  await page.getByRole('button', { name: 'Host', exact: true }).press('Enter');
  await page.locator('[aria-sort=descending]').waitFor();
  await search.fill('');
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await untilSelected(page, '1,003 selected');
  await grid.focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, '10,000 selected');
  await summary(page, '10,000 hosts').waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'Select all 10,000 hosts' }).isChecked());
  assert.equal(await axeEverywhere(page), []);
  await search.fill('host-00000');
  await untilSelected(page, '10,000 selected, 9,999 hidden by this filter');
  const clear = bar(page).getByRole('button', { name: 'Clear selection' });
  await clear.press('Enter');
  await untilSelected(page, '');
  await page.keyboard.press('Space');
  await untilSelected(page, '1 selected');
  // Past the headers that sort.
  let tabs = 0;
  while ((await page.evaluate(focused)) !== 'New job' && tabs < 12) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  assert.is(await page.evaluate(focused), 'New job', 'the bar comes after the rows');
  await page.keyboard.press('Escape');
  await untilSelected(page, '');
  await page.keyboard.press('Space');
  await untilSelected(page, '1 selected');
  await page.keyboard.press('Escape');
  await untilSelected(page, '');
});

test('many selected hosts reach a new job, a reload keeps them, and back they are still selected', async () => {
  const page = await openMany();
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('checkbox', { name: 'Select all 10,000 hosts' }).click();
  await untilSelected(page, '10,000 selected');
  await bar(page).getByRole('button', { name: 'New job' }).press('Enter');
  await page.getByRole('heading', { name: 'New job' }).waitFor();
  assert.ok(page.url().length < 200, page.url());
  await page.getByText(/10,000 hosts selected/).waitFor();
  await page.reload();
  await page.getByText(/10,000 hosts selected/).waitFor();
  await (await navLink(page, 'Hosts')).click();
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('checkbox', { name: /^Select host-00001/ }).check();
  await bar(page).getByRole('button', { name: 'New job' }).press('Enter');
  await page.getByText(/1 host selected/).waitFor();
  assert.match(page.url(), /\?host=01939f6a-7c1e-7b1a-9d2e-000000000001$/);
  await page.goBack();
  await untilSelected(page, '1 selected');
});

test('a refresh of several tells how far it is, which failed and why, and tries those again', async () => {
  const [first] = stage.hosts;
  let failures = 1;
  const error = refusal(502, 'HOST_UNREACHABLE', 'The agent could not be asked: no answer.');
  const page = await stage.open('/hosts', { allow: /status of 502/ });
  await page.route(`**/hosts/${first?.id}/refresh`, (route) =>
    failures-- > 0 ? route.fulfill(error) : route.continue(),
  );
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  await bar(page).getByRole('button', { name: 'Refresh now' }).press('Enter');
  const run = page.getByRole('region', { name: `Refresh: ${HOSTS} hosts` });
  await run.getByText(`${HOSTS - 1} refreshed, 1 failed.`).waitFor();
  const failed = run.getByRole('list', { name: 'Failed hosts' }).getByRole('listitem');
  assert.is(await failed.count(), 1);
  const told = await failed.innerText();
  assert.ok(told.startsWith(`${first?.fqdn}: `) && told.includes('no answer'), told);
  await judge(page);
  await run.getByRole('button', { name: 'Try 1 again' }).press('Enter');
  await run.getByText(`${HOSTS} refreshed.`).waitFor();
  assert.is(await failed.count(), 0);
  await run.getByRole('button', { name: 'Close' }).press('Enter');
  await run.waitFor({ state: 'detached' });
});

test('tags and maintenance of several: each is asked about, whoever fails says why, and the others are through', async () => {
  const [first, second] = stage.hosts;
  const hosts = (): Promise<{ hosts: { tags: string[]; maintenance_mode: boolean }[] }> =>
    stage.manager.must('GET', '/api/v1/hosts');
  const page = await stage.open('/hosts', { allow: /status of (412|500)/ });
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  let races = 1;
  await page.route(`**/api/v1/hosts/${first?.id}`, async (route) => {
    // Somebody else tags the host between the reading and the writing.
    if (route.request().method() === 'PUT' && races-- > 0)
      await stage.manager.must('PUT', `/api/v1/hosts/${first?.id}`, { tags: ['theirs'] });
    await route.continue();
  });
  const choose = async (action: string): Promise<void> => {
    const item = page.getByRole('menuitem', { name: action });
    // The page moves while it is read again, and a menu closes when its button moves.
    await waitFor(
      async () => {
        if ((await item.count()) === 0)
          await bar(page).getByRole('button', { name: 'More actions' }).press('Enter');
        return (await item.count()) > 0;
      },
      { timeoutMs: 15_000, what: action },
    );
    await item.press('Enter');
  };
  await choose('Add tags …');
  await page.getByRole('dialog', { name: `Add tags to ${HOSTS} hosts?` }).waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByRole('textbox', { name: 'Tags' }).fill('rack=7 -no');
  await page.keyboard.press('Enter');
  await page.getByText('“-no”').waitFor();
  await page.getByRole('textbox', { name: 'Tags' }).fill('rack=7');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: `New tags: ${HOSTS} hosts` })
    .getByText(`${HOSTS} tagged.`)
    .waitFor();
  assert.equal(
    (await hosts()).hosts.map(({ tags }) => tags.join(' ')),
    ['theirs rack=7', 'rack=7', 'rack=7', 'rack=7'],
  );
  const error = refusal(500, 'INTERNAL_ERROR', 'An error.');
  await page.route(`**/api/v1/hosts/${second?.id}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(error) : route.continue(),
  );
  await choose('Enter maintenance mode …');
  const question = page.getByRole('dialog', { name: `Enter maintenance mode on ${HOSTS} hosts?` });
  await question.waitFor();
  await page.locator('fm-confirm').getByRole('button', { name: 'Enter maintenance mode' }).press('Enter');
  const run = page.getByRole('region', { name: `Maintenance mode on: ${HOSTS} hosts` });
  await run.getByText(`${HOSTS - 1} in maintenance, 1 failed.`).waitFor();
  await run
    .getByRole('listitem')
    .getByText(second?.fqdn ?? '')
    .waitFor();
  assert.equal(
    (await hosts()).hosts.map((host) => host.maintenance_mode),
    [true, false, true, true],
  );
  await judge(page);
});

test('a reboot of several names who takes part and who is left out, makes one job, and leads to it', async () => {
  const [, second] = stage.hosts;
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  await bar(page).getByRole('button', { name: 'Reboot …' }).press('Enter');
  const question = page.getByRole('dialog', { name: `Reboot ${second?.fqdn}?` });
  await question.waitFor();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText(/3 hosts are skipped: In maintenance mode/).waitFor();
  await dialog.getByRole('button', { name: 'Reboot', exact: true }).press('Enter');
  await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  const job = await stage.manager.must<WireJob>('GET', `/api/v1/jobs/${id}`);
  assert.equal([job.operation, job.hosts?.map(({ host_id: hostId }) => hostId)], ['reboot', [second?.id]]);
  await page.getByText('Completed').first().waitFor();
  for (const { id: hostId } of stage.hosts)
    await stage.manager.must('PUT', `/api/v1/hosts/${hostId}`, { maintenance_mode: false, tags: [] });
});

test('a reboot whose answer was lost is sent again with the same key: the hosts restart once', async () => {
  const [, , third] = stage.hosts;
  const page = await stage.open(`/hosts?search=${third?.fqdn}`, { allow: /ERR_FAILED/ });
  const isLost = await loseNext(page, 'POST', /\/api\/v1\/jobs$/);
  await page.getByRole('checkbox', { name: third?.fqdn ?? '' }).check();
  const reboot = async (): Promise<void> => {
    await bar(page).getByRole('button', { name: 'Reboot …' }).click();
    await page.locator('fm-confirm').getByRole('button', { name: 'Reboot', exact: true }).click();
  };
  await reboot();
  await isLost();
  await page.getByText(NO_ANSWER).waitFor();
  await reboot();
  await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/);
  const { jobs } = await stage.manager.must<{ jobs: WireJob[] }>('GET', '/api/v1/jobs?operation=reboot');
  const ofThird = await Promise.all(
    jobs.map(({ id }) => stage.manager.must<WireJob>('GET', `/api/v1/jobs/${id}`)),
  );
  assert.equal(
    ofThird.filter((job) => job.hosts?.some(({ host_id: id }) => id === third?.id)).map(({ id }) => id),
    [page.url().split('/').at(-1)],
  );
  await page.getByText('Completed').first().waitFor();
});

test('removing names the hosts first; who cannot be removed says why, and the others are gone', async () => {
  const [, , third, fourth] = stage.hosts;
  const error = refusal(409, 'HOST_BUSY', 'The host has unfinished jobs.');
  const page = await stage.open('/hosts', { allow: /status of 409/ });
  await page.route(`**/api/v1/hosts/${third?.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(error) : route.continue(),
  );
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowUp');
  await untilSelected(page, '2 selected');
  const remove = async (): Promise<void> => {
    await bar(page).getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove …' }).press('Enter');
  };
  await remove();
  await page.getByRole('dialog', { name: 'Remove 2 hosts from the fleet?' }).waitFor();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText(fourth?.fqdn ?? '').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await remove();
  await dialog.getByRole('button', { name: 'Revoke and remove 2' }).press('Enter');
  const run = page.getByRole('region', { name: 'Removal: 2 hosts' });
  await run.getByText('1 removed, 1 failed.').waitFor();
  await run
    .getByRole('listitem')
    .getByText(third?.fqdn ?? '')
    .waitFor();
  await summary(page, `${HOSTS - 1} hosts`).waitFor();
  await untilSelected(page, '1 selected');
  assert.equal(await axeEverywhere(page), []);
});

test.run();
