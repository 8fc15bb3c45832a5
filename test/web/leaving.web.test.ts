// needs: chromium
// time-limit: 120
// A page that its reader leaves in the middle of something: what comes late, and what stands over it.
import * as assert from 'uvu/assert';
import { untilTrue, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';

const stage = new Stage('web: leaving a page', { keepsTab: true });
const { test } = stage;

/** The element with the focus, through shadow roots: `h1 Hosts`. */
const FOCUSED = `(() => { let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.localName + ' ' + (at.textContent ?? '').trim().slice(0, 40); })()`;

/** Holds the manager's answers to such calls back, until the returned function is called. */
async function heldBack(page: Page, method: string, path: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await isReleased;
    await route.fulfill({ response });
  });
  return release;
}

const madeGroup = (name: string): Promise<{ id: string }> =>
  stage.manager.must('POST', '/api/v1/groups', { name });

test('a late answer does not take away from the page to which its reader has gone', async () => {
  const page = await stage.open('/groups/new');
  const release = await heldBack(page, 'POST', /\/api\/v1\/groups$/);
  await page.getByLabel('Name', { exact: true }).fill('Late');
  await page.getByLabel('Listed by hand').check();
  await page.evaluate(`{
    globalThis.visited = [];
    addEventListener('fm-navigated', () => visited.push(location.pathname));
  }`);
  const answered = page.waitForResponse((one) => one.request().method() === 'POST');
  await page.getByRole('button', { name: 'Make the group' }).click();
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  release();
  await (await answered).finished();
  // By the time that another page is there, the answer has done all that it does.
  await (await navLink(page, 'Groups')).click();
  await page.getByText('Late', { exact: true }).waitFor();
  assert.equal(await page.evaluate('visited'), ['/policies', '/groups']);
});

test('the question of a page goes with it by “Back”, and the focus is on the heading of the page before', async () => {
  const { id } = await madeGroup('Asked about');
  const page = await stage.open('/groups');
  await page.getByText('Asked about', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: /^Delete the group/ }).waitFor();
  await page.goBack();
  await page.waitForURL('**/groups');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilTrue(page, `${FOCUSED} === 'h1 Groups'`);
  assert.is(await page.locator('fm-confirm').count(), 0);
  await stage.manager.must('GET', `/api/v1/groups/${id}`);
});

test('what stands over a page goes with it too: the palette by “Back”, notifications with the session', async () => {
  const page = await stage.open('/groups', { allow: /status of 401/ });
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await page.evaluate(() => {
    const other = new BroadcastChannel('fleetmend-session');
    const { sessionId } = JSON.parse(sessionStorage.getItem('fleetmend.session') ?? '{}') as object & {
      sessionId: string;
    };
    other.postMessage({ kind: 'ended', sessionId, reason: 'signed-out' });
    other.close();
  });
  await page.getByText('You are signed out.').waitFor();
  assert.is(await page.getByRole('dialog').count(), 0);
});

test.run();
