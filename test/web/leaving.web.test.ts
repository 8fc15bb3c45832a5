// needs: chromium
// time-limit: 120
// A page that its reader leaves in the middle of something: what comes late, and what stands over it.
import * as assert from 'uvu/assert';
import { axeEverywhere, signIn, untilTrue, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { navLink } from '../support/browserNav.ts';

const stage = new Stage('web: leaving a page', { keepsTab: true });
const { test } = stage;

const OLGA_PASSWORD = 'nine grey herons row south';

/** What the browser says of calls and streams of a session that has ended. */
const ENDED = /status of 401|Authentication failed/;

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

test('a page with something typed is left only by who says so: by a link, by keys and by Back', async () => {
  const page = await stage.open('/groups');
  await page.getByRole('link', { name: 'New group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Half');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const answer = (name: string) => page.locator('fm-confirm').getByRole('button', { name });
  const isKept = async (): Promise<void> => {
    await answer('Stay on this page').click();
    await question.waitFor({ state: 'detached' });
    assert.is(new URL(page.url()).pathname, '/groups/new');
    assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half');
  };
  await (await navLink(page, 'Policies')).click();
  await question.waitFor();
  assert.equal(await axeEverywhere(page), []);
  await isKept();
  await page.getByRole('heading', { name: 'New group' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await isKept();
  await page.goBack();
  await isKept();
  await (await navLink(page, 'Policies')).click();
  await answer('Discard changes').click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  // What was saved, and what Cancel gives up, is not asked about.
  await page.goto(`${stage.manager.url}/groups/new`);
  await page.getByLabel('Name', { exact: true }).fill('Whole');
  await page.getByLabel('Manual').check();
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('heading', { name: 'Whole', level: 1 }).waitFor();
  await page.goto(`${stage.manager.url}/groups/new`);
  await page.getByLabel('Name', { exact: true }).fill('Never');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
  await page.goto(`${stage.manager.url}/settings`);
  await page.getByLabel('Health', { exact: true }).fill('3');
  await (await navLink(page, 'Jobs')).click();
  await answer('Discard changes').click();
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  // Nor is what looks for something in a form.
  await page.goto(`${stage.manager.url}/jobs/new`);
  await page.getByRole('search', { name: 'Filter hosts' }).getByRole('searchbox').fill('web');
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
});

test('a form that was refused is asked about as before: by itself, and by the manager', async () => {
  const page = await stage.open('/groups/new', { allow: /status of 409/ });
  const stays = async (): Promise<void> => {
    await (await navLink(page, 'Jobs')).click();
    await page.locator('fm-confirm').getByRole('button', { name: 'Stay on this page' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.getByLabel('Name', { exact: true }).fill('No condition');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByText('Enter a value for the condition.').waitFor();
  await stays();
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'No condition');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
  await page.goto(`${stage.manager.url}/users/new`);
  const user = { username: 'taken', password: OLGA_PASSWORD, role: 'reporter' };
  await stage.manager.must('POST', '/api/v1/users', user);
  await page.getByLabel('User name').fill(user.username);
  await page.getByLabel('Initial password').fill(OLGA_PASSWORD);
  const refused = page.waitForResponse((one) => one.request().method() === 'POST' && one.status() === 409);
  await page.getByRole('button', { name: 'Create user' }).click();
  await (await refused).finished();
  await page.locator('fm-field[name="username"]').getByRole('alert').waitFor();
  await stays();
  assert.is(await page.getByLabel('User name').inputValue(), user.username);
});

test('a late answer does not take away from the page to which its reader has gone', async () => {
  const page = await stage.open('/groups/new');
  const release = await heldBack(page, 'POST', /\/api\/v1\/groups$/);
  await page.getByLabel('Name', { exact: true }).fill('Late');
  await page.getByLabel('Manual').check();
  await page.evaluate(`{
    globalThis.visited = [];
    addEventListener('fm-navigated', () => visited.push(location.pathname));
  }`);
  const answered = page.waitForResponse((one) => one.request().method() === 'POST');
  await page.getByRole('button', { name: 'Create group' }).click();
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  release();
  await (await answered).finished();
  // By the time that another page is there, the answer has done all that it does.
  await (await navLink(page, 'Groups')).click();
  await page.getByText('Late', { exact: true }).waitFor();
  assert.equal(await page.evaluate('visited'), ['/policies', '/groups']);
});

test('what fails after its reader has left the page is told at the next one, with the way back', async () => {
  const { id } = await madeGroup('Left early');
  const page = await stage.open(`/groups/${id}?edit=1`, { allow: /status of 412/ });
  const release = await heldBack(page, 'PUT', /\/api\/v1\/groups\/[0-9a-f-]+$/);
  await page.getByLabel('Description').fill('What nobody will read');
  // Another person is faster: the manager refuses what is saved from an older state.
  await stage.manager.must('PUT', `/api/v1/groups/${id}`, { name: 'Left early by two' });
  const answered = page.waitForResponse((one) => one.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  release();
  await answered;
  const told = page
    .getByRole('alert')
    .filter({ hasText: 'An action on the page “Left early · Groups” has failed.' });
  await told.getByText('changed').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await told.getByRole('link', { name: 'Back to that page' }).click();
  await page.getByRole('heading', { name: 'Left early by two', level: 1 }).waitFor();
  assert.is(await page.getByText('has failed').count(), 0);
  assert.equal(new URL(page.url()).pathname, `/groups/${id}`);
});

test('what was saved of one group does not show at another, to which its reader has gone by the palette', async () => {
  const [one, other] = [await madeGroup('Saved late'), await madeGroup('Opened meanwhile')];
  const page = await stage.open(`/groups/${one.id}?edit=1`);
  const release = await heldBack(page, 'PUT', /\/api\/v1\/groups\//);
  await page.getByLabel('Description', { exact: true }).fill('Of the first one');
  const answered = page.waitForResponse((call) => call.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('Opened meanwhile');
  await page.getByRole('option', { name: /Opened meanwhile/ }).click();
  await page.getByRole('heading', { name: 'Opened meanwhile', level: 1 }).waitFor();
  release();
  await (await answered).finished();
  // By the time that the form of this group is there, the answer has done all that it does.
  await page.getByRole('button', { name: 'Edit' }).click();
  const text = page.getByLabel('Description', { exact: true });
  assert.is(await text.inputValue(), '');
  assert.is(new URL(page.url()).pathname, `/groups/${other.id}`);
});

test('a button that a form replaces, and a form that goes, give the focus to the heading', async () => {
  const { id } = await madeGroup('By keys');
  const page = await stage.open(`/groups/${id}`);
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
    await untilTrue(page, `${FOCUSED} === 'h1 By keys'`);
  };
  await press('Edit');
  await press('Cancel');
  await press('Edit');
  await page.getByLabel('Description').fill('Made without a mouse');
  await press('Save');
  await page.getByText('Made without a mouse').waitFor();
});

test('the question of a page goes with it by “Back”, and the focus is on the heading of the page before', async () => {
  const { id } = await madeGroup('Asked about');
  const page = await stage.open('/groups');
  await page.getByText('Asked about', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: /^Delete group/ }).waitFor();
  await page.goBack();
  await page.waitForURL('**/groups');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilTrue(page, `${FOCUSED} === 'h1 Groups'`);
  assert.is(await page.locator('fm-confirm').count(), 0);
  await stage.manager.must('GET', `/api/v1/groups/${id}`);
});

test('what stands over a page goes with it too: the palette by “Back”, notifications with the session', async () => {
  const page = await stage.open('/groups', { allow: ENDED });
  await (await navLink(page, 'Policies')).click();
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
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

/**
 * Ends the session at the manager, as an administrator or an idle time does, while the page is open, and clicks the
 * button of its form, unless the page has learned of the end before.
 */
async function endBefore(page: Page, button: string): Promise<void> {
  const stored = await page.evaluate(() => sessionStorage.getItem('fleetmend.session') ?? '');
  const { refreshToken } = JSON.parse(stored) as { refreshToken: string };
  await stage.manager.must('POST', '/api/v1/auth/logout', { refresh_token: refreshToken });
  // A click that still waits for the button would come to it once the form is put back.
  const clicked = page.getByRole('button', { name: button }).click({ timeout: 1_000 });
  await clicked.catch(() => undefined);
  await page.getByText(/Your session has expired/).waitFor();
}

test('a session that ends over a half-filled form takes nothing of it, if the same person signs in again', async () => {
  const page = await stage.open('/groups/new', { allow: ENDED });
  await page.getByLabel('Name', { exact: true }).fill('Half done');
  await page.getByLabel('Manual').check();
  await endBefore(page, 'Create group');
  await stage.signIn(page);
  await page.getByRole('button', { name: 'Create group' }).waitFor();
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half done');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('heading', { name: 'Half done', level: 1 }).waitFor();
});

test('so does the form of something that is read first; its page goes on to follow the manager', async () => {
  const { id } = await madeGroup('Read first');
  const page = await stage.open(`/groups/${id}?edit=1`, { allow: ENDED });
  await page.getByLabel('Description', { exact: true }).fill('Typed before the end');
  await endBefore(page, 'Save');
  const { headers } = await stage.manager.call('GET', `/api/v1/groups/${id}`);
  const match = { 'if-match': String(headers['etag']) };
  await stage.manager.call('PUT', `/api/v1/groups/${id}`, { name: 'Renamed' }, undefined, match);
  await stage.signIn(page);
  await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
  assert.is(await page.getByLabel('Description', { exact: true }).inputValue(), 'Typed before the end');
});

test('another person finds nothing of the form, nor does the same one after a sign-out', async () => {
  await stage.manager.must('POST', '/api/v1/users', {
    username: 'olga',
    password: OLGA_PASSWORD,
    role: 'admin',
    must_change_password: false,
  });
  const page = await stage.open('/groups/new', { allow: ENDED });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Not for Olga');
  await endBefore(page, 'Create group');
  await signIn(page, 'olga', OLGA_PASSWORD);
  await name.waitFor();
  assert.is(await name.inputValue(), '');
  await name.fill('Of Olga');
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await signIn(page, 'olga', OLGA_PASSWORD);
  await name.waitFor();
  assert.is(await name.inputValue(), '');
});

test.run();
