// needs: chromium
// time-limit: 240
// What somebody else deletes while a page that shows it stays open.
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { rows, summary } from '../support/browserHosts.ts';

const stage = new Stage('web: deleted meanwhile', { keepsTab: true });
const { test } = stage;

const madeHost = (fqdn: string, address: string): Promise<{ id: string }> =>
  stage.manager.must('POST', '/api/v1/hosts', { fqdn, ip_address: address });
const remove = (path: string): Promise<unknown> => stage.manager.must('DELETE', path);

/** What the browser itself says when the page looks for what is no more. */
const GONE = { allow: /status of 404/ };

test('the page of a host says that it was deleted, offers nothing to do with it, and keeps what was typed', async () => {
  const { id } = await madeHost('old.example.org', '10.0.4.51');
  const page = await stage.open(`/hosts/${id}`, GONE);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit …' }).click();
  const dialog = page.locator('fm-host-edit');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('rack=7');
  await remove(`/api/v1/hosts/${id}`);
  await page
    .getByRole('alert')
    .getByText('Host not found or not visible to you.')
    .waitFor({ state: 'attached' });
  assert.is(await dialog.getByRole('textbox', { name: 'Tags' }).inputValue(), 'rack=7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Host not found or not visible to you.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'old.example.org' }).waitFor();
  assert.is(await page.locator('fm-page-header').getByRole('button').count(), 0, 'no action is left');
});

test('who removes a host at its page is led to the list, also when the news comes before the answer', async () => {
  const { id } = await madeHost('mine.example.org', '10.0.4.54');
  let tell = (): void => undefined;
  const isTold = new Promise<void>((resolve) => (tell = resolve));
  const prepare = async (tab: Page): Promise<void> => {
    tab.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('host.deleted') && tell()),
    );
  };
  const page = await stage.open(`/hosts/${id}`, { prepare });
  await page.route(`**/api/v1/hosts/${id}`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const response = await route.fetch();
    await isTold;
    // The page takes in its news ten times a second.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response });
  });
  await page.getByRole('heading', { level: 1, name: 'mine.example.org' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke and remove' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
});

test('a deleted host leaves the list and the selection', async () => {
  await madeHost('stays.example.org', '10.0.4.52');
  const { id } = await madeHost('goes.example.org', '10.0.4.53');
  const page = await stage.open('/hosts');
  await summary(page, '2 hosts').waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Selected hosts' });
  await bar.getByText('2 selected').waitFor();
  await remove(`/api/v1/hosts/${id}`);
  await bar.getByText('1 selected').waitFor();
  await summary(page, '1 host').waitFor();
  assert.match(await rows(page).first().innerText(), /stays\.example\.org/);
});

/** As if somebody came back to the tab a minute later. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = now;
  }`);

const offered = (page: Page): Promise<number> => page.locator('fm-page-header').getByRole('button').count();

test('who comes back to the page of a deleted group is told, and is offered nothing to do with it', async () => {
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', { name: 'Old' });
  const page = await stage.open(`/groups/${id}`, GONE);
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await remove(`/api/v1/groups/${id}`);
  await comeBack(page);
  await page.getByRole('alert').getByText('Group not found, or deleted.').waitFor();
  assert.is(await offered(page), 0);
});

test('who edits a deleted group is told when it is saved, and who deletes it has what was asked for', async () => {
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', { name: 'Older' });
  const page = await stage.open(`/groups/${id}?edit=1`, GONE);
  await page.getByLabel('Name').fill('Newer');
  await remove(`/api/v1/groups/${id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Data from').waitFor();
  assert.is(await page.getByLabel('Name').inputValue(), 'Newer');
  const other = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', { name: 'Oldest' });
  await page.goto(`${stage.manager.url}/groups/${other.id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await remove(`/api/v1/groups/${other.id}`);
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
});

test('the page of a deleted user says so when it is used, and offers nothing any more', async () => {
  const body = { username: 'peter', role: 'reporter', password: 'seven quiet otters row north' };
  const { id } = await stage.manager.must<{ id: string }>('POST', '/api/v1/users', body);
  const page = await stage.open(`/users/${id}`, GONE);
  await page.getByLabel('Role').selectOption('operator');
  await remove(`/api/v1/users/${id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Data from').waitFor();
  await page.getByRole('alert').getByText('User not found, or deleted.').waitFor();
  assert.is(await offered(page), 0);
  assert.is(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
});

test('the page of a deleted policy says so at once, and offers nothing any more', async () => {
  const group = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', { name: 'Web' });
  const page = await stage.open('/policies/new', GONE);
  await page.getByLabel('Name (required)').fill('Patch night');
  await page.getByLabel('Web', { exact: true }).check();
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Patch night' }).waitFor();
  await remove(`/api/v1/policies/${new URL(page.url()).pathname.split('/').at(-1)}`);
  await page.getByRole('alert').getByText('Policy not found, or deleted.').waitFor();
  assert.is(await offered(page), 0);
  await remove(`/api/v1/groups/${group.id}`);
});

test('a window that somebody has deleted: its form keeps what was typed, and adds it anew; the list forgets it', async () => {
  const host = await madeHost('win.example.org', '10.0.4.55');
  const windows = `/api/v1/hosts/${host.id}/maintenance-windows`;
  const body = { name: 'Night', timezone: 'UTC', duration_secs: 7_200 };
  const rrule = 'DTSTART:20260101T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU';
  const first = await stage.manager.must<{ id: string }>('POST', windows, { ...body, rrule });
  const page = await stage.open(`/calendar?host=${host.id}&tab=windows`, GONE);
  await page.getByRole('button', { name: 'Edit Night' }).click();
  await page.getByLabel(/^Name/).fill('Late night');
  await remove(`${windows}/${first.id}`);
  await comeBack(page);
  await page.getByRole('button', { name: 'Save window' }).click();
  await page.getByText('This was deleted since you opened it.').waitFor();
  await page.getByRole('button', { name: 'Add window' }).click();
  await page.getByRole('heading', { name: 'Late night' }).waitFor();
  const [second] = (await stage.manager.must<{ windows: { id: string }[] }>('GET', windows)).windows;
  await page.getByRole('button', { name: 'Delete Late night' }).click();
  await remove(`${windows}/${second?.id}`);
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No maintenance windows yet').waitFor();
});

test.run();
