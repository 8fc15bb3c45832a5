// needs: chromium
// time-limit: 120
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
  await page.getByRole('button', { name: 'Edit …' }).click();
  const dialog = page.locator('fm-host-edit');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('rack=7');
  await remove(`/api/v1/hosts/${id}`);
  await page
    .getByRole('alert')
    .getByText('This host does not exist any more.')
    .waitFor({ state: 'attached' });
  assert.is(await dialog.getByRole('textbox', { name: 'Tags' }).inputValue(), 'rack=7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This host does not exist any more.').waitFor();
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

test.run();
