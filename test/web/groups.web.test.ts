// needs: chromium
// time-limit: 240
// Groups and settings: made, changed and removed by the keyboard and by two people at once.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: groups and settings', { hosts: 3, keepsTab: true });
const { test } = stage;

interface Group {
  id: string;
  name: string;
  hosts_total: number;
  rule: { match: string; conditions: object[] } | null;
}

async function groupNamed(name: string): Promise<Group> {
  const { groups } = await stage.manager.must<{ groups: Group[] }>('GET', '/api/v1/groups');
  const found = groups.find((group) => group.name === name);
  assert.ok(found, `a group called ${name}`);
  return found;
}

/** Changes it as another person would who has read the newest version. */
async function changeElsewhere(path: string, body: object): Promise<void> {
  const { headers } = await stage.manager.call('GET', path);
  const match = { 'if-match': String(headers['etag']) };
  const { status } = await stage.manager.call('PUT', path, body, undefined, match);
  assert.is(status, 200);
}

const nameOf = (index: number): string => stage.hosts[index]?.fqdn ?? '';

test('a group by rule: its hosts show while the rule is typed, and it can be made without a mouse', async () => {
  const page = await stage.open('/groups');
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'New group' }).press('Enter');
  await page.getByRole('heading', { name: 'New group' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('By name');
  const preview = page.locator('fm-rule-preview');
  await preview.getByText('Enter a value').waitFor();
  await page.getByRole('button', { name: 'Create group' }).press('Enter');
  await page.getByRole('alert').getByText('Enter a value for the condition.').waitFor();
  assert.is(await page.getByLabel('Value of condition 1').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Field of condition 1').selectOption('fqdn');
  const value = page.getByLabel('Value of condition 1');
  await value.fill(nameOf(0));
  await preview.getByText('1 host would be in the group:').waitFor();
  await preview.getByText(nameOf(0), { exact: true }).waitFor();
  await page.getByLabel('Value of condition 2').fill('no such tag');
  await preview.getByText('No hosts match now.').waitFor();
  await page.getByLabel('any of these is true').check();
  await preview.getByText('1 host would be in the group:').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Remove condition 2' }).press('Enter');
  await page.getByRole('button', { name: 'Create group' }).press('Enter');
  await page.getByRole('heading', { name: 'By name' }).waitFor();
  await page.getByRole('grid', { name: 'Hosts of the group' }).getByText(nameOf(0)).waitFor();
  await judge(page);
  assert.equal((await groupNamed('By name')).rule, {
    match: 'any',
    conditions: [{ field: 'fqdn', operator: 'starts_with', value: nameOf(0) }],
  });
  await page.getByRole('link', { name: 'Show in Hosts' }).click();
  await page.getByRole('grid', { name: 'Hosts' }).getByText(nameOf(0)).first().waitFor();
  assert.is(await page.getByRole('grid', { name: 'Hosts' }).getByText(nameOf(1)).count(), 0);
});

test('a group is made of the filters of the list of hosts, with a name that they propose', async () => {
  const page = await stage.open('/hosts?has_security=true');
  await page.getByRole('grid', { name: 'Hosts' }).waitFor();
  assert.is(await page.getByRole('link', { name: 'Create group' }).count(), 0, 'no rule says that');
  await page.goto(`${stage.manager.url}/hosts?search=${nameOf(1)}`);
  await page.getByRole('link', { name: 'Create group' }).click();
  await page.locator('fm-rule-preview').getByText('1 host would be in the group:').waitFor();
  const name = `Name contains ${nameOf(1)}`;
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), name);
  await judge(page);
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('heading', { name }).waitFor();
  const { id } = await groupNamed(name);
  await page.goto(`${stage.manager.url}/policies/new?group=${id}`);
  const policy = page.getByRole('form', { name: 'Policy' });
  await policy.getByText('1 host').first().waitFor();
  // The group's name is read beside the count of its hosts.
  const proposal = `Security patches, group ${name}, second Tuesday`;
  await waitFor(async () => (await policy.getByLabel('Name (required)').inputValue()) === proposal);
});

test('a listed group: hosts are found, added and taken out; it goes, and they stay', async () => {
  const page = await stage.open('/groups/new');
  await page.getByLabel('Name', { exact: true }).fill('By hand');
  await page.getByLabel('Manual').check();
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByText('No hosts in this group').waitFor();
  await page.getByRole('button', { name: 'Add hosts' }).click();
  const found = page.getByRole('grid', { name: 'Hosts to add' });
  await page.getByLabel('Find hosts').fill(nameOf(1));
  await found.getByText(nameOf(1)).waitFor();
  await found.getByText(nameOf(0)).waitFor({ state: 'detached' });
  await judge(page);
  await found.getByLabel('Select all shown').check();
  await page.getByLabel('Find hosts').fill('');
  await found.getByText(nameOf(2)).waitFor();
  await found
    .getByRole('row', { name: nameOf(2) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Add 2 hosts' }).click();
  await page.getByText('2 hosts added.').waitFor();
  assert.is((await groupNamed('By hand')).hosts_total, 2);
  const members = page.getByRole('grid', { name: 'Hosts of the group' });
  await members
    .getByRole('row', { name: nameOf(1) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Remove 1 host from the group' }).click();
  const question = page.locator('fm-confirm');
  await question.getByText(nameOf(1)).waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('1 host removed.').waitFor();
  await members.getByText(nameOf(2)).waitFor();
  await members.getByText(nameOf(1)).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete group “By hand”?' }).waitFor();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.waitForURL('**/groups');
  await page.getByRole('grid', { name: 'Groups' }).waitFor();
  assert.is(await page.getByText('By hand', { exact: true }).count(), 0);
  const { total } = await stage.manager.must<{ total: number }>('GET', '/api/v1/hosts');
  assert.is(total, 3);
});

test('two people edit one group: the second sees what the first made of it, and loses nothing', async () => {
  const { id } = await stage.manager.must<Group>('POST', '/api/v1/groups', { name: 'Shared' });
  const page = await stage.open(`/groups/${id}?edit=1`, { allow: /status of 412/ });
  await page.getByLabel('Description').fill('typed by the second');
  await changeElsewhere(`/api/v1/groups/${id}`, { name: 'Renamed' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this group since.').waitFor();
  await page.getByRole('heading', { name: 'Renamed' }).waitFor();
  assert.is(await page.getByLabel('Description').inputValue(), 'typed by the second');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/groups/${id}`);
  await page.getByText('typed by the second').waitFor();
  assert.is((await groupNamed('Renamed')).id, id, 'what the second has not touched is left to the first');
});

test('hosts that wait to enter or leave a group: shown where one looks, and decided by an administrator', async () => {
  const rule = { match: 'all', conditions: [{ field: 'os_version', operator: 'equals', value: 'none' }] };
  const body = { name: 'Limiting', rule };
  const { id } = await stage.manager.must<Group>('POST', '/api/v1/groups', body);
  const database = new Database(join(stage.manager.dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  const insert = database.prepare(
    'INSERT INTO hosts_group_changes (id, host_id, group_id, direction, state, "before", since) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const before = JSON.stringify({ osFamily: null, osName: null, osVersion: '12 (of old)', arch: null });
  for (const [at, hostId] of stage.hostIds.slice(0, 2).entries())
    insert.run(
      `01939f74-a3b4-75c6-97e8-f9011223344${at}`,
      hostId,
      id,
      'leaving',
      'waiting',
      before,
      Date.now(),
    );
  database.close();

  const page = await stage.open('/');
  await page.getByText('group changes awaiting confirmation').click();
  const section = page.getByRole('region', { name: 'Waiting for confirmation' });
  await section.getByText('would leave').first().waitFor();
  await section.getByText('12 (of old)').first().waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}`);
  await section.getByRole('link', { name: 'Limiting' }).waitFor();
  await section.getByLabel('Select all shown').check();
  await section.getByRole('button', { name: 'Confirm' }).press('Enter');
  await section.waitFor({ state: 'detached' });
  await page.goto(`${stage.manager.url}/groups/${id}`);
  await section.getByText(nameOf(1)).waitFor();
  await judge(page);
  await section.getByLabel('Select all shown').check();
  await section.getByRole('button', { name: 'Reject' }).click();
  await section.getByText('unchanged', { exact: true }).waitFor();
  const { changes } = await stage.manager.must<{ changes: { state: string; host: { id: string } }[] }>(
    'GET',
    '/api/v1/group-changes',
  );
  assert.equal(
    changes.map(({ state, host }) => [state, host.id]),
    [['rejected', stage.hostIds[1]]],
  );
  assert.is((await groupNamed('Limiting')).hosts_total, 1, 'who was kept is in it');
});

const polling = async (): Promise<Record<string, number>> =>
  (await stage.manager.must<{ polling: Record<string, number> }>('GET', '/api/v1/settings')).polling;

const sectionOf = (page: Page, name: string) => page.getByRole('form', { name });

test('a setting is typed in the unit one thinks in; what cannot be is refused before it is sent', async () => {
  const page = await stage.open('/settings');
  const form = sectionOf(page, 'Polling');
  const field = form.getByLabel('Patches', { exact: true });
  await field.waitFor();
  assert.is(await field.inputValue(), '30');
  assert.is(await form.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await judge(page);
  await field.fill('0');
  await form.getByText('At least 1 minute.').waitFor();
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  assert.is((await polling())['patch_poll_interval_secs'], 1_800);
  await field.fill('2');
  await form.getByLabel('Patches: unit').selectOption({ label: 'hours' });
  await form.getByText('1 change not saved.').waitFor();
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await form.getByText('Saved.', { exact: true }).waitFor();
  assert.is((await polling())['patch_poll_interval_secs'], 7_200);
});

test('what others save elsewhere is no hindrance; what they save in the same field is shown first', async () => {
  const page = await stage.open('/settings', { allow: /status of 412/ });
  const form = sectionOf(page, 'Polling');
  const field = form.getByLabel('Health', { exact: true });
  await field.fill('2');
  await changeElsewhere('/api/v1/settings', { polling: { system_info_poll_interval_secs: 3_600 } });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.', { exact: true }).waitFor();
  await field.fill('3');
  await changeElsewhere('/api/v1/settings', { polling: { health_poll_interval_secs: 30 } });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Health (now 30 seconds)').waitFor();
  assert.is(await field.inputValue(), '3');
  assert.is((await polling())['health_poll_interval_secs'], 30);
  await judge(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.', { exact: true }).waitFor();
  const now = await polling();
  assert.equal([now['health_poll_interval_secs'], now['system_info_poll_interval_secs']], [180, 3_600]);
});

test.run();
