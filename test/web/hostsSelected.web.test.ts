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
  // The manager knows none of them, and says so to the preview of a job.
  return stage.open('/hosts', {
    allow: /status of 404/,
    prepare: (page) => routeMany(page, example ?? {}),
  });
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

/** Chooses an action in the menu of the bar. */
async function choose(page: Page, action: string): Promise<void> {
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
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('add tags');
  await page.getByRole('option', { name: /^Add tags … 1 selected host/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Tags' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await untilSelected(page, '');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('tags');
  assert.is(await page.getByRole('option', { name: /^Add tags/ }).count(), 0, 'nothing is selected');
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
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  let races = 1;
  await page.route('**/api/v1/hosts/update', async (route) => {
    // Somebody else tags a host that is selected.
    if (races-- > 0) await stage.manager.must('PUT', `/api/v1/hosts/${first?.id}`, { tags: ['theirs'] });
    await route.continue();
  });
  await choose(page, 'Add tags …');
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
  // One of them is deleted by somebody else meanwhile, as far as this answer tells.
  await page.route('**/api/v1/hosts/update', async (route) => {
    const body = route.request().postDataJSON() as { target: { host_ids: string[] } };
    body.target.host_ids = body.target.host_ids.filter((id) => id !== second?.id);
    const answer = await route.fetch({ postData: JSON.stringify(body) });
    const done = (await answer.json()) as { refused: object[] };
    const { code, message } = { code: 'HOST_NOT_FOUND', message: 'Host not found.' };
    done.refused.push({ id: second?.id, name: null, code, message });
    await route.fulfill({ response: answer, json: done });
  });
  await choose(page, 'Enter maintenance mode …');
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

test('selected hosts leave a group that the reader chooses, and groups by a rule are not offered', async () => {
  const hostIds = stage.hosts.map(({ id }) => id);
  const rule = { match: 'all', conditions: [{ field: 'fqdn', operator: 'contains', value: 'x' }] };
  await stage.manager.must('POST', '/api/v1/groups', { name: 'By a rule', rule });
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', {
    name: 'Shop floor',
    host_ids: hostIds.slice(0, 2),
  });
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  await choose(page, 'Remove from group …');
  await page.getByRole('dialog', { name: `Remove ${HOSTS} hosts from a group?` }).waitFor();
  const dialog = page.locator('fm-ask');
  const choice = dialog.getByLabel('Group');
  assert.equal(await choice.locator('option').allInnerTexts(), ['Shop floor']);
  assert.equal(await axeEverywhere(page), []);
  await dialog.getByRole('button', { name: 'Remove from group' }).press('Enter');
  await page
    .getByRole('region', { name: `Removal from the group: ${HOSTS} hosts` })
    .getByText(`${HOSTS} removed from the group.`)
    .waitFor();
  const group = await stage.manager.must<{ hosts_total: number }>('GET', `/api/v1/groups/${id}`);
  assert.is(group.hosts_total, 0);
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
