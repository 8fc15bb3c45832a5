// needs: chromium
// time-limit: 240
// Users and the audit log, as an administrator meets them: who may sign in, what each may do and see, and who did what.
import * as assert from 'uvu/assert';
import { closeSecret } from '../support/browserHands.ts';
import { NARROW, signIn } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: users', { keepsTab: true });
const { test } = stage;

interface WireUser {
  id: string;
  username: string;
  role: string;
  disabled: boolean;
  scope_group_ids: string[] | null;
  must_change_password: boolean;
}

const users = async (): Promise<WireUser[]> =>
  (await stage.manager.must<{ users: WireUser[] }>('GET', '/api/v1/users')).users;
const named = async (username: string): Promise<WireUser | undefined> =>
  (await users()).find((user) => user.username === username);

test('a user is made with a first password, and what is wrong stands at its field', async () => {
  const group = await stage.manager.must<{ id: string }>('POST', '/api/v1/groups', {
    name: 'Web',
    host_ids: [],
  });
  const page = await stage.open('/users', { allow: /status of 409/ });
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByRole('heading', { name: 'New user' }).waitFor();
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('Enter a user name.').waitFor();
  await page.getByLabel('User name').fill('admin');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('Another user has this name.').waitFor();
  await page.getByLabel('User name').fill('olga');
  await page.getByLabel('Only hosts of these groups').check();
  await page.getByLabel('Web').check();
  await judge(page);
  const password = await page.getByLabel('Initial password').inputValue();
  assert.match(password, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('heading', { name: 'olga' }).waitFor();
  await page.getByText('User created.').first().waitFor();
  await page.getByText('Share the password securely.').waitFor();
  assert.is((await page.getByRole('region', { name: 'password' }).innerText()).trim(), password);
  await page.getByRole('button', { name: 'Copy the password' }).waitFor();
  const made = await named('olga');
  assert.equal(
    [made?.role, made?.scope_group_ids, made?.must_change_password],
    ['operator', [group.id], true],
  );
  await page.getByText('No active sessions.').waitFor();
  await judge(page);
});

test('a role of one’s own is made of what it may call, and a user can have it', async () => {
  const page = await stage.open('/roles');
  await page.getByRole('link', { name: 'Operator' }).click();
  await page.getByRole('heading', { name: 'Permissions of Operator' }).waitFor();
  await page
    .getByRole('group', { name: 'Approvals', exact: true })
    .getByText('Decide', { exact: true })
    .waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'New role' }).click();
  await page.getByRole('heading', { name: 'New role' }).waitFor();
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('Use small letters, digits and -, and begin with a letter.').waitFor();
  await page.getByLabel('Name').fill('night-shift');
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByText('Choose at least one thing that the role may do.').waitFor();
  for (const feature of ['Hosts', 'Jobs'])
    await page.getByRole('group', { name: feature, exact: true }).getByLabel('Read').check();
  await judge(page);
  await page.getByRole('button', { name: 'Create role' }).click();
  await page.getByRole('heading', { name: 'Permissions of night-shift' }).waitFor();
  await page.setViewportSize(NARROW);
  await judge(page);
  const made = await stage.manager.must<{ permissions: string[] }>('GET', '/api/v1/roles/night-shift');
  assert.equal(made.permissions, ['hosts:read', 'jobs:read']);
  await page.getByRole('group', { name: 'Jobs', exact: true }).getByLabel('Run').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await waitFor(async () => {
    const role = await stage.manager.must<{ permissions: string[] }>('GET', '/api/v1/roles/night-shift');
    return role.permissions.includes('jobs:run');
  });
  const user = await stage.open('/users/new');
  await user.getByLabel('User name').fill('nina');
  await user.getByLabel('Role').selectOption('night-shift');
  await user.getByRole('button', { name: 'Create user' }).click();
  await user.getByRole('heading', { name: 'nina' }).waitFor();
  assert.is((await named('nina'))?.role, 'night-shift');
});

test('a service account gets a token for what it needs, and says what it may call', async () => {
  const page = await stage.open('/service-accounts');
  await page.getByText('There is no service account yet.').waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'New service account' }).click();
  await page.getByLabel('Name').fill('pipeline');
  await page.getByLabel('Role').selectOption('operator');
  await judge(page);
  await page.getByRole('button', { name: 'Create service account' }).click();
  await page.getByRole('heading', { name: 'Tokens of pipeline' }).waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name of the token').fill('ci');
  await page.getByLabel('Patching').check();
  await judge(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('Token ci created.', { exact: false }).first().waitFor();
  await closeSecret(page);
  await page.getByRole('heading', { name: 'Permissions' }).waitFor();
  await page.setViewportSize(NARROW);
  await judge(page);
  const { service_accounts: accounts } = await stage.manager.must<{ service_accounts: { id: string }[] }>(
    'GET',
    '/api/v1/service-accounts',
  );
  const { tokens } = await stage.manager.must<{ tokens: { name: string; role: string; scopes: string[] }[] }>(
    'GET',
    `/api/v1/service-accounts/${accounts[0]?.id}/tokens`,
  );
  assert.equal(
    tokens.map(({ name, role, scopes }) => [name, role, scopes]),
    [['ci', 'operator', ['patch']]],
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no service account yet.').waitFor();
});

test('a user is changed, disabled and let in again, and another one deleted for good', async () => {
  const body = { username: 'peter', role: 'reporter', password: 'seven quiet otters row north' };
  await stage.manager.must('POST', '/api/v1/users', body);
  const page = await stage.open('/users');
  await page.getByRole('link', { name: 'peter' }).click();
  // Waits for the user's page: the list has a field of this name too, its filter.
  await page.getByRole('heading', { name: 'peter' }).waitFor();
  await page.getByLabel('Role').selectOption('operator');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  assert.is((await named('peter'))?.role, 'operator');
  await act(page, 'Disable');
  await page.locator('fm-confirm').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('peter disabled.').first().waitFor();
  assert.is((await named('peter'))?.disabled, true);
  await act(page, 'Enable');
  await page.getByText('peter enabled.').first().waitFor();
  assert.is((await named('peter'))?.disabled, false);
  await page.setViewportSize(NARROW);
  await judge(page);
  await act(page, 'Delete');
  await page.locator('fm-confirm').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  assert.is(await named('peter'), undefined);
});

test('who sees the hosts of an empty group alone is told so, and not to enroll the first host', async () => {
  const { manager } = stage;
  const password = 'seven quiet otters row north';
  const make = (path: string, body: object): Promise<{ id: string }> =>
    manager.must('POST', `/api/v1${path}`, body);
  await make('/hosts', { fqdn: 'elsewhere.example.org', ip_address: '10.99.0.1' });
  const { id } = await make('/groups', { name: 'Still empty', host_ids: [] });
  const user = { username: 'sofia', role: 'operator', password, must_change_password: false };
  await make('/users', { ...user, scope_group_ids: [id] });
  const page = await stage.visit('/');
  await signIn(page, 'sofia', password);
  await page.getByText('limited to hosts of 1 group').waitFor();
  assert.is(await page.getByText('Enroll the first host').count(), 0);
  await page.getByRole('link', { name: 'Hosts', exact: true }).click();
  await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
  await page.getByText('limited to hosts of 1 group').waitFor();
  assert.is(await page.getByText('No hosts yet').count(), 0);
  // The manager would refuse a group that they make.
  await page.goto(`${manager.url}/groups`);
  await page.getByText('No groups in your scope').waitFor();
  assert.is(await page.getByRole('link', { name: /New group|Create group/ }).count(), 0);
  await page.goto(`${manager.url}/groups/new`);
  await page.getByText('Only users without a scope can create groups.').waitFor();
});

test('one token of somebody else is seen, and revoked', async () => {
  const { manager } = stage;
  const password = 'seven quiet otters row north';
  const body = { username: 'tools', role: 'operator', password, must_change_password: false };
  const { id } = await manager.must<WireUser>('POST', '/api/v1/users', body);
  const login = await manager.call<{ access_token: string }>(
    'POST',
    '/api/v1/auth/login',
    { username: 'tools', password },
    null,
  );
  for (const name of ['Backup', 'Monitoring']) {
    const draft = { name, role: 'reporter', expires_in_secs: 86_400 };
    const made = await manager.call('POST', '/api/v1/users/me/tokens', draft, login.body.access_token);
    assert.is(made.status, 201);
  }
  const page = await stage.open(`/users/${id}`);
  const tokens = page.getByRole('grid', { name: 'API tokens' });
  await tokens.getByText('Monitoring').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Revoke Backup' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke' }).click();
  await tokens.getByText('Backup').waitFor({ state: 'detached' });
  const left = await manager.must<{ tokens: { name: string }[] }>('GET', `/api/v1/users/${id}/tokens`);
  assert.equal(
    left.tokens.map(({ name }) => name),
    ['Monitoring'],
  );
});

test('the tokens of all accounts are in one list, with their owners', async () => {
  const page = await stage.open('/api-tokens');
  const tokens = page.getByRole('grid', { name: 'API tokens' });
  await tokens.getByRole('link', { name: 'tools' }).waitFor();
  await judge(page);
  await page.getByLabel('Owner').selectOption('service_account');
  await page.getByText('No API tokens match.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Revoke Monitoring of tools' }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API tokens yet.').waitFor();
  await judge(page);
});

test('nobody is offered to shut themselves out', async () => {
  const page = await stage.open('/users');
  await page.getByRole('link', { name: 'admin', exact: true }).click();
  await page.getByRole('heading', { name: 'admin' }).waitFor();
  const button = page.locator('fm-page-header').getByRole('button', { name: 'Disable', exact: true });
  assert.match(
    (await button.getAttribute('aria-description')) ?? '',
    /^Another administrator has to disable it/,
  );
  assert.is(await button.getAttribute('aria-disabled'), 'true');
});

test('the audit log tells what an act changed, follows a person, and says that it is intact', async () => {
  const page = await stage.open('/audit');
  await page.getByRole('button', { name: 'Role of a user changed' }).first().click();
  const dialog = page.locator('fm-audit-row');
  const row = dialog.getByRole('row', { name: /role/ });
  assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /role reporter operator/);
  await judge(page);
  await dialog.getByRole('button', { name: 'Filter by this action' }).click();
  await page.getByText('1 event', { exact: true }).waitFor();
  // The same by the filters of the list: nobody has to find a row first.
  const filters = page.getByRole('search', { name: 'Audit log' });
  await filters.locator('select[name=action]').selectOption('Settings tested');
  await page.getByText('No entries match.').waitFor();
  await filters.locator('select[name=action]').selectOption('Role of a user changed');
  await filters.locator('select[name=actor]').selectOption('system');
  await page.getByText('No entries match.').waitFor();
  await filters.locator('select[name=actor]').selectOption('admin');
  await page.getByText('1 event', { exact: true }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Role of a user changed', exact: true }).click();
  await dialog.getByRole('button', { name: 'Filter by this target' }).click();
  await filters.getByText(/^Target/).waitFor();
  assert.not.match(await filters.innerText(), /[0-9a-f]{8}-[0-9a-f]{4}/, 'the target by its name');
  await page.getByRole('button', { name: 'Verify log' }).click();
  await page.getByText('The log is intact').first().waitFor();
  await judge(page);
});

test('the audit log says which acts are in an archive instead', async () => {
  const page = await stage.open('/audit', {
    prepare: (fresh) =>
      fresh.route('**/api/v1/audit?*', async (route) => {
        const answer = await route.fetch();
        const archived = { rows: 20_418, before: '2025-01-01T00:00:00Z', at: '2026-02-03T10:00:00Z' };
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), archived } });
      }),
  });
  await page
    .getByText(/^\s*Entries before 1 Jan 2025, .* \(rows 1 to 20,418\) were archived to a file/)
    .waitFor();
  await judge(page);
});

test('the allow-list keeps its author in, and says which line it does not understand', async () => {
  const page = await stage.open('/allow-list', { allow: /status of 4(00|09)/ });
  await page.getByText('All addresses allowed.').waitFor();
  await judge(page);
  const field = page.getByLabel('Networks');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const close = page.getByRole('button', { name: 'Allow only these networks' });
  assert.is((await field.inputValue()).trim(), '127.0.0.1', 'the first list begins with one’s own address');
  await field.fill('192.0.2.0/24');
  await page.getByText('All other addresses are blocked as soon as you save').waitFor();
  await judge(page);
  await close.click();
  await page.getByRole('alert').first().waitFor();
  assert.equal(
    (await stage.manager.must<{ entries: string[] }>('GET', '/api/v1/settings/ip-whitelist')).entries,
    [],
  );
  await page.getByText('Your address: 127.0.0.1').waitFor();
  await field.fill('');
  await page.getByRole('button', { name: 'Add your address' }).click();
  assert.is(await field.inputValue(), '127.0.0.1');
  assert.is(await page.getByRole('button', { name: 'Add your address' }).count(), 0);
  await field.fill('127.0.0.0/8\n2001:DB8::/32');
  await close.click();
  await page.getByText('Saved: 2 networks allowed.').first().waitFor();
  // Waits for the form of the saved list: until it is read, the field shows the old one.
  await page.getByText('2 networks allowed.', { exact: true }).waitFor();
  assert.is(await field.inputValue(), '127.0.0.0/8\n2001:db8::/32');
  await field.fill('');
  await save.click();
  await page.getByText('Saved. All addresses allowed.').first().waitFor();
});

/** Presses an action of the page's header: a button, or an item of the menu for those without room. */
async function act(page: Awaited<ReturnType<typeof stage.open>>, name: string): Promise<void> {
  const header = page.locator('fm-page-header');
  const button = header.getByRole('button', { name, exact: true }).first();
  await header.getByRole('heading', { level: 1 }).waitFor();
  // Which actions have room is known only a moment later, so one that was seen may be gone when it is clicked.
  await waitFor(async () => {
    const isThere = await button.isVisible();
    const target = isThere ? button : header.getByRole('button', { name: 'More' });
    await target.click({ timeout: 1_000 });
    if (!isThere) await header.getByRole('menuitem', { name }).click({ timeout: 1_000 });
    return true;
  });
}

test.run();
