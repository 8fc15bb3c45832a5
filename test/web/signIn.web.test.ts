// needs: chromium
// time-limit: 240
// Signing in, staying signed in, choosing a theme.
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW } from '../support/browser.ts';
import { openBundle } from '../support/browserBundle.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { ADMIN_PASSWORD } from '../support/manager.ts';

const stage = new Stage('web: sign-in');
const { test } = stage;
const REFUSED = /status of 40[13]/;
/** The stream of live events may be opened while the session ends. */
const ENDED = /status of 40[13]|WebSocket.*HTTP Authentication failed/;

test('a wrong password is told in words and the right one opens the page that was asked for', async () => {
  const page = await stage.visit('/about', { allow: REFUSED });
  const names = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('name');
    });
  await page.getByLabel('User name').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Enter your user name.').waitFor();
  assert.is(await names(), 'username');
  await page.getByLabel('User name').fill('admin');
  await page.keyboard.press('Enter');
  await page.getByText('Enter your password.').waitFor();
  assert.is(await names(), 'password');
  await page.getByText('First time here?').click();
  await page.getByText('The password was printed once').waitFor();
  const help = page.getByRole('link', { name: 'Locked out: other ways in' });
  assert.is(await help.getAttribute('href'), '/docs/run/locked-out');
  assert.equal(await axeEverywhere(page), []);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('User name or password is wrong.').waitFor();
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'About' }).waitFor();
  assert.is(new URL(page.url()).pathname, '/about');
  await page.getByText('Running for').waitFor();
});

test('no violation of axe and nothing that sticks out, at sign-in and after it', async () => {
  const page = await stage.visit('/about');
  await page.getByLabel('User name').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await stage.signIn(page);
  await page.getByText('Running for').waitFor();
  await page.getByText('Apache License 2.0').waitFor();
  await judge(page);
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('link', { name: 'About' }).waitFor();
  assert.equal(await axeEverywhere(page), []);
});

test('a refused access token is renewed once for all calls, and each call repeated once', async () => {
  const { context } = await stage.window({ allow: REFUSED });
  const page = await openBundle(
    context,
    `import { api } from '/web/core/api.ts'; import { session } from '/web/core/session.ts';
     Object.assign(globalThis, { api, session });`,
    { origin: stage.manager.url },
  );
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes += 1;
  });
  let calls = 0;
  await page.route('**/api/v1/users/me', async (route) => {
    calls += 1;
    if (calls > 3) return route.continue();
    const error = { code: 'UNAUTHENTICATED', message: 'expired', request_id: 'x' };
    return route.fulfill({ status: 401, json: { error } });
  });
  const statuses = await page.evaluate(async (password) => {
    const { api, session } = globalThis as unknown as Harness;
    await session.signIn({ username: 'admin', password });
    const answers = await Promise.all([1, 2, 3].map(() => api.GET('/api/v1/users/me')));
    return answers.map(({ response }) => response.status);
  }, ADMIN_PASSWORD);
  assert.equal(statuses, [200, 200, 200]);
  assert.is(refreshes, 1);
  assert.is(calls, 6);
});

interface Harness {
  api: { GET(path: string): Promise<{ response: Response }> };
  session: { signIn(credentials: { username: string; password: string }): Promise<void> };
}

test('a reload and a new tab stay signed in; signing out ends every tab', async () => {
  const window = await stage.window();
  const page = await window.open(`${stage.manager.url}/about`);
  await stage.signIn(page);
  await page.reload();
  await page.getByRole('heading', { name: 'About' }).waitFor();
  const second = await window.open(`${stage.manager.url}/about`);
  await second.getByRole('heading', { name: 'About' }).waitFor();
  assert.is(await second.evaluate(() => JSON.stringify({ ...localStorage }).includes('oken')), false);
  await second.getByRole('button', { name: /^Menu of/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByText('You are signed out.').waitFor();
  await page.getByText('You are signed out.').waitFor();
});

test('after a sign-out nothing of the page stays until the sign-in is there, and it asks for nothing more', async () => {
  const window = await stage.window();
  const first = await window.open(`${stage.manager.url}/about`);
  await stage.signIn(first);
  // The code of the sign-in is not in this tab yet.
  const page = await window.open(`${stage.manager.url}/about`);
  await page.getByText('Running for').waitFor();
  await page.evaluate(`{
    const root = document.querySelector('fm-shell').shadowRoot;
    globalThis.stayed = false;
    new MutationObserver(() => (stayed ||= root.querySelector('.alone fm-page-about') !== null))
      .observe(root, { childList: true, subtree: true });
  }`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!('authorization' in request.headers())) asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  assert.is(await page.evaluate('stayed'), false);
  assert.equal(
    asked.filter((path) => /^\/api\/v1\/(ui|status)/.test(path)),
    [],
  );
});

test('the end of a session that cannot be renewed is told, and nothing of it is kept', async () => {
  const page = await stage.visit('/about', { allow: ENDED });
  await stage.signIn(page);
  await stage.endSession(page);
  await page.getByText(/Your session has expired/).waitFor();
  assert.is(await page.evaluate(() => sessionStorage.length), 0);
});

test('the theme follows the system until one is chosen, and the choice outlives a reload', async () => {
  const page = await stage.visit('/about', { colorScheme: 'dark' });
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByLabel('User name').waitFor();
  assert.is(await ground(), 'rgb(13, 17, 23)');
  await stage.signIn(page);
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Light theme' }).click();
  assert.is(await ground(), 'rgb(244, 246, 248)');
  await page.reload();
  await page.getByRole('heading', { name: 'About' }).waitFor();
  assert.is(await ground(), 'rgb(244, 246, 248)');
});

test.run();
