// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginTest } from '#sdk/testing.ts';
import {
  addCheck,
  addHosts,
  audited,
  codeOf,
  DOWN,
  ids,
  made,
  madeNamed,
  MINUTE_MS,
  nginx,
  pathOf,
  setUp,
  statusOf,
  tearDown,
  UP,
  type Check,
  type Schemas,
  type World,
} from './checks.testing.ts';

const test = suite<World>('health checks of groups');
test.before((world) => setUp(world));
test.before.each((world) => addHosts(world));
test.after(tearDown);

type GroupCheck = Schemas['GroupHealthCheck'];

const groupPath = (groupId: string, checkId = ''): string =>
  `/api/v1/groups/${groupId}/health-checks${checkId && `/${checkId}`}`;

const addGroup = async (kit: PluginTest, hostIds: readonly string[]): Promise<string> => {
  const body = { name: 'Web', host_ids: hostIds };
  return (
    await madeNamed<{ id: string }>(body, (named) => kit.call('POST', '/api/v1/groups', { body: named }))
  ).id;
};

const addGroupCheck = (kit: PluginTest, groupId: string, body: object): Promise<GroupCheck> =>
  made(kit.call('POST', groupPath(groupId), { body, role: 'operator' }));

async function checksOf(kit: PluginTest, hostId: string): Promise<Check[]> {
  const { checks } = await made<Schemas['HealthCheckList']>(kit.call('GET', pathOf(hostId)), 200);
  return checks;
}

const namesOf = async (kit: PluginTest, hostId: string): Promise<string[]> =>
  (await checksOf(kit, hostId)).map(({ name }) => name);

test('every host of the group has the check, and says where from; edits reach the hosts, and a deletion too', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const groupId = await addGroup(kit, [own]);
  const check = await addGroupCheck(kit, groupId, nginx({ interval_secs: 60 }));
  await kit.until(async () => (await statusOf(kit, own)) === 'passing');
  const [row] = await checksOf(kit, own);
  assert.equal(
    [row?.name, row?.group?.id, row?.group_check_id, row?.replaced, row?.enabled, row?.last_status],
    ['Web server', groupId, check.id, false, true, 'passing'],
  );
  assert.equal(await checksOf(kit, other), []);
  for (const method of ['PUT', 'DELETE'] as const)
    assert.is(
      codeOf(
        await kit.call(method, pathOf(own, row?.id), method === 'PUT' ? { body: { name: 'mine' } } : {}),
      ),
      '409 HEALTH_CHECK_OF_GROUP',
    );
  const put = (body: object, ifMatch: string) =>
    kit.call('PUT', groupPath(groupId, check.id), { body, headers: { 'if-match': ifMatch } });
  assert.is((await put({ name: 'nginx', service_name: 'nginx.service' }, '"1"')).status, 200);
  assert.is(codeOf(await put({ name: 'late' }, '"1"')), '412 PRECONDITION_FAILED');
  assert.is(codeOf(await put({ url: 'http://{fqdn}/' }, '"2"')), '400 VALIDATION_FAILED');
  await kit.until(async () => (await namesOf(kit, own))[0] === 'nginx');
  await kit.until(
    async () => (await checksOf(kit, own))[0]?.last_message === 'nginx.service is active (running).',
  );
  assert.is(codeOf(await kit.call('DELETE', groupPath(groupId, check.id))), '204');
  await kit.until(async () => (await checksOf(kit, own)).length === 0);
  assert.is(await statusOf(kit, own), 'none');
  const [created, updated, deleted] = await Promise.all(
    (['created', 'updated', 'deleted'] as const).map((act) => audited(kit, `health_check.${act}`, check.id)),
  );
  assert.equal([created?.by, created?.after?.['group_id']], ['test-operator', groupId]);
  assert.equal([updated?.before?.['name'], deleted?.before?.['name']], ['Web server', 'nginx']);
});

test('a host that joins is checked, one that leaves is not any more, and a group that is deleted takes its checks along', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const groupId = await addGroup(kit, [own]);
  await addGroupCheck(kit, groupId, nginx());
  await kit.until(async () => (await statusOf(kit, own)) === 'passing');
  const hosts = `/api/v1/groups/${groupId}/hosts`;
  await kit.call('POST', hosts, { body: { host_ids: [other] } });
  await kit.until(async () => (await statusOf(kit, other)) === 'passing', 5 * MINUTE_MS);
  assert.is(codeOf(await kit.call('DELETE', `${hosts}/${own}`)), '204');
  await kit.until(async () => (await checksOf(kit, own)).length === 0, 5 * MINUTE_MS);
  assert.is(await statusOf(kit, own), 'none');
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/groups/${groupId}`)), '204');
  await kit.until(async () => (await checksOf(kit, other)).length === 0, 5 * MINUTE_MS);
});

test('a check of the host itself of the same name replaces that of the group, until it is gone', async (world) => {
  const { kit } = world;
  const [own] = ids(world);
  const groupId = await addGroup(kit, [own]);
  await addGroupCheck(kit, groupId, nginx());
  await kit.until(async () => (await statusOf(kit, own)) === 'passing');
  const mine = await addCheck(kit, own, nginx({ name: 'WEB server', enabled: false }));
  const ofGroup = async () => (await checksOf(kit, own)).find(({ group }) => group !== null);
  assert.equal([(await ofGroup())?.replaced, (await ofGroup())?.enabled], [true, false]);
  assert.is(await statusOf(kit, own), 'none', 'so a group’s check is switched off on one host');
  assert.is((await kit.call('PUT', pathOf(own, mine.id), { body: { name: 'Other' } })).status, 200);
  assert.equal([(await ofGroup())?.replaced, (await ofGroup())?.enabled], [false, true]);
  assert.is((await kit.call('PUT', pathOf(own, mine.id), { body: { name: 'Web server' } })).status, 200);
  assert.is((await ofGroup())?.replaced, true);
  assert.is((await kit.call('DELETE', pathOf(own, mine.id))).status, 204);
  await kit.until(async () => (await statusOf(kit, own)) === 'passing');
});

test('the gate knows the checks of a group that the host has just joined', async (world) => {
  const { kit } = world;
  const [host] = world.hosts;
  const groupId = await addGroup(kit, []);
  await addGroupCheck(kit, groupId, nginx());
  host.agent.answers.set('getServiceStatus', DOWN);
  await kit.call('POST', `/api/v1/groups/${groupId}/hosts`, { body: { host_ids: [host.id] } });
  const { id } = await kit.createJob({ operation: 'patch', target: { host_ids: [host.id] } });
  const at = async () => {
    const job = await made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);
    return job.hosts?.[0];
  };
  await kit.until(async () => (await at())?.reason === 'CHECK_FAILING');
  assert.is(
    (await at())?.message,
    'The work begins when all health checks pass. Web server: nginx is failed.',
  );
  host.agent.answers.set('getServiceStatus', UP);
  await kit.runJob(id, 3 * 60 * MINUTE_MS);
  assert.is((await at())?.state, 'completed');
});

test('each host puts its own name or address into the address of a check; one without is refused', async (world) => {
  const { kit, pages } = world;
  const { port } = new URL(pages.url);
  pages.dns.set('pages-1.example.test', [['127.0.0.1']]);
  const host = await kit.addHost('pages-1.example.test');
  const groupId = await addGroup(kit, [host.id]);
  const body = { kind: 'http', name: 'Front page' };
  for (const url of [pages.url, `http://fixed.example.test/{fqdn}`, 'http://me@{fqdn}/', 'ftp://{fqdn}/'])
    assert.is(
      codeOf(await kit.call('POST', groupPath(groupId), { body: { ...body, url } })),
      '400 VALIDATION_FAILED',
      url,
    );
  await addGroupCheck(kit, groupId, { ...body, url: `http://{fqdn}:${port}/of-each` });
  await kit.until(async () => (await statusOf(kit, host.id)) === 'passing');
  assert.ok(pages.seen.includes('/of-each'));
  const test = `${pathOf(host.id, (await checksOf(kit, host.id))[0]?.id)}/test`;
  const result = await made<Schemas['HealthCheckTestResult']>(kit.call('POST', test), 200);
  assert.is(result.success, true);
});

test('the fleet’s checks are counted by what they say, those that fail first, with their hosts', async (world) => {
  const { kit } = world;
  const [own, other] = world.hosts;
  const groupId = await addGroup(kit, [own.id, other.id]);
  const { id } = await addGroupCheck(kit, groupId, nginx({ name: 'Of the group' }));
  for (const { id: hostId } of world.hosts)
    assert.is((await kit.call('POST', pathOf(hostId), { body: nginx({ name: 'Of hosts' }) })).status, 201);
  other.agent.answers.set('getServiceStatus', DOWN);
  const list = async (query = '') =>
    made<Schemas['FleetHealthCheckList']>(kit.call('GET', `/api/v1/health-checks${query}`), 200);
  const figures = async (name: string) => {
    const found = (await list('?limit=500')).checks.find((one) => one.name === name);
    return found && [found.hosts_total, found.hosts_passing, found.hosts_failing, found.hosts_unknown];
  };
  const isCounted = async (name: string) => JSON.stringify(await figures(name)) === '[2,1,1,0]';
  await kit.until(
    async () => (await isCounted('Of the group')) && (await isCounted('Of hosts')),
    30 * MINUTE_MS,
  );
  const { checks } = await list('?search=of%20&last_status=failing');
  assert.equal(checks.map((check) => [check.name, check.group?.id ?? null, check.group_check_id]).sort(), [
    ['Of hosts', null, null],
    ['Of the group', groupId, id],
  ]);
  assert.is((await list(`?group_id=${groupId}`)).total, 1);
  const first = await list('?limit=1');
  assert.ok((first.checks[0]?.hosts_failing ?? 0) > 0, 'what fails comes first');
  const next = await list(`?limit=1&cursor=${first.next_cursor}`);
  assert.is.not(next.checks[0]?.name, first.checks[0]?.name);
  const results = async (query: string) =>
    made<Schemas['HealthCheckHostResultList']>(
      kit.call('GET', `/api/v1/health-checks/results?${query}`),
      200,
    );
  const ofGroup = await results(`group_check_id=${id}`);
  assert.equal(
    ofGroup.results.map(({ host_id: hostId, last_status: status }) => [hostId, status]),
    [
      [other.id, 'failing'],
      [own.id, 'passing'],
    ],
  );
  assert.is((await results('name=Of%20hosts&own=true&last_status=failing')).total, 1);
});

test.run();
