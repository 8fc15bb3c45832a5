// time-limit: 180
import https from 'node:https';
import createClient, { type Client } from 'openapi-fetch';
import { Agent, fetch as undiciFetch } from 'undici';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { paths } from '../generated/manager.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from './support/manager.ts';

/**
 * A tool that is built from the contract alone: the generated types, openapi-fetch, and the manager's root certificate.
 * It uses groups and settings of a real manager, over TLS that it verifies.
 */
interface World {
  manager: ManagerProcess;
  dispatcher: Agent;
  client: Client<paths>;
  /** A client with another bearer. */
  as(token: string): Client<paths>;
}

const test = suite<World>('generated client');

test.before(async (world) => {
  world.manager = await createManager({ port: 0 });
  await world.manager.start();
  const { url } = world.manager;
  world.dispatcher = new Agent({ connect: { ca: await rootCertificate(url) } });
  const fetch = (request: Request): Promise<Response> => verified(request, world.dispatcher);
  const anonymous = createClient<paths>({ baseUrl: url, fetch });
  const signedIn = await anonymous.POST('/api/v1/auth/login', {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  });
  world.as = (token) =>
    createClient<paths>({ baseUrl: url, fetch, headers: { Authorization: `Bearer ${token}` } });
  world.client = world.as(signedIn.data?.access_token ?? '');
});

test.after(async ({ manager, dispatcher }) => {
  await dispatcher.close();
  await manager.stop();
});

const missing = '0190b7c4-0000-7000-8000-00000000ffff';

test('groups by list and by rule: all of their operations, and lists of hosts by them', async ({
  client,
}) => {
  const ids: string[] = [];
  for (const [fqdn, tags] of [
    ['web1.example.org', ['env=prod']],
    ['web2.example.org', ['env=prod']],
    ['db1.example.org', ['env=test']],
  ] as const) {
    const made = await client.POST('/api/v1/hosts', {
      body: { fqdn, ip_address: `192.0.2.${ids.length + 1}`, port: 9443, tags: [...tags] },
    });
    assert.is(made.response.status, 201);
    ids.push(made.data?.id ?? '');
  }
  const [web1 = '', web2 = '', db1 = ''] = ids;
  const rule = {
    match: 'all' as const,
    conditions: [{ field: 'tag' as const, operator: 'equals' as const, value: 'env=prod' }],
  };
  const preview = await client.POST('/api/v1/groups/preview', { body: { rule } });
  assert.is(preview.response.status, 200);
  assert.is(preview.data?.total, 2);
  const byRule = (await client.POST('/api/v1/groups', { body: { name: 'production', rule } })).data;
  const byList = (await client.POST('/api/v1/groups', { body: { name: 'canaries', host_ids: [web1] } })).data;
  assert.is(byRule?.hosts_total, 2);
  assert.is(byList?.hosts_total, 1);
  const list = await client.GET('/api/v1/groups', { params: { query: { sort: 'name' } } });
  assert.equal(
    list.data?.groups.map(({ name }) => name),
    ['canaries', 'production'],
  );
  const taken = await client.POST('/api/v1/groups', { body: { name: 'production', rule } });
  assert.is(taken.response.status, 409);

  const id = byList?.id ?? '';
  const added = await client.POST('/api/v1/groups/{group_id}/hosts', {
    params: { path: { group_id: id } },
    body: { host_ids: [db1, web1] },
  });
  assert.is(added.response.status, 200);
  const removed = await client.DELETE('/api/v1/groups/{group_id}/hosts/{host_id}', {
    params: { path: { group_id: id, host_id: web1 } },
  });
  assert.is(removed.response.status, 204);
  const members = await client.GET('/api/v1/groups/{group_id}/hosts', { params: { path: { group_id: id } } });
  assert.equal(
    members.data?.hosts.map((host) => host.id),
    [db1],
  );
  const filtered = await client.GET('/api/v1/hosts', {
    params: { query: { group_id: byRule?.id ?? '', sort: 'fqdn' } },
  });
  assert.equal(
    filtered.data?.hosts.map((host) => host.id),
    [web1, web2],
  );

  const read = await client.GET('/api/v1/groups/{group_id}', { params: { path: { group_id: id } } });
  const etag = read.response.headers.get('etag') ?? '';
  const renamed = await client.PUT('/api/v1/groups/{group_id}', {
    params: { path: { group_id: id }, header: { 'If-Match': etag } },
    body: { name: 'first ones' },
  });
  assert.is(renamed.data?.name, 'first ones');
  const late = await client.PUT('/api/v1/groups/{group_id}', {
    params: { path: { group_id: id }, header: { 'If-Match': etag } },
    body: { name: 'too late' },
  });
  assert.is(late.response.status, 412);
  assert.is(
    (await client.DELETE('/api/v1/groups/{group_id}', { params: { path: { group_id: id } } })).response
      .status,
    204,
  );
  assert.is(
    (await client.GET('/api/v1/groups/{group_id}', { params: { path: { group_id: id } } })).response.status,
    404,
  );
  const nobody = await client.GET('/api/v1/groups/{group_id}', { params: { path: { group_id: missing } } });
  assert.is(nobody.error?.error.code, 'GROUP_NOT_FOUND');
});

test('settings: read, changed in part under one ETag, refused when stale or wrong, and nothing lost', async ({
  client,
}) => {
  const before = await client.GET('/api/v1/settings');
  assert.is(before.response.status, 200);
  assert.is(before.data?.polling.patch_poll_interval_secs, 1800);
  const etag = before.response.headers.get('etag') ?? '';
  const put = (polling: { patch_poll_interval_secs: number }, match: string) =>
    client.PUT('/api/v1/settings', { params: { header: { 'If-Match': match } }, body: { polling } });
  const changed = await put({ patch_poll_interval_secs: 3600 }, etag);
  assert.is(changed.response.status, 200);
  assert.is(changed.data?.polling.patch_poll_interval_secs, 3600);
  assert.is(changed.data?.polling.health_poll_interval_secs, 60, 'what was not named stays');
  assert.is((await put({ patch_poll_interval_secs: 7200 }, etag)).response.status, 412);
  const wrong = await put({ patch_poll_interval_secs: 1 }, '*');
  assert.is(wrong.response.status, 400);
  assert.is(wrong.error?.error.code, 'VALIDATION_FAILED');
  const after = await client.GET('/api/v1/settings');
  assert.is(after.data?.polling.patch_poll_interval_secs, 3600);
  assert.is(after.response.headers.get('etag'), changed.response.headers.get('etag'));
});

test('users, sessions and tokens: a user is made, signs in, gives a tool a token, and is deleted with it', async ({
  client,
  as,
}) => {
  const password = 'nine calm badgers dig west';
  const made = await client.POST('/api/v1/users', {
    body: { username: 'olga', role: 'operator', password, must_change_password: false },
  });
  assert.equal([made.response.status, made.data?.scope_group_ids], [201, null]);
  const path = { user_id: made.data?.id ?? '' };
  const login = await client.POST('/api/v1/auth/login', { body: { username: 'olga', password } });
  const olga = as(login.data?.access_token ?? '');

  const token = await olga.POST('/api/v1/users/me/tokens', {
    body: { name: 'monitoring', role: 'reporter', expires_in_secs: 3600, group_ids: null },
  });
  assert.is(token.response.status, 201);
  const tool = as(token.data?.token ?? '');
  assert.is((await tool.GET('/api/v1/hosts')).response.status, 200);
  assert.is((await tool.GET('/api/v1/users/me/tokens')).error?.error.code, 'FORBIDDEN');
  const listed = await olga.GET('/api/v1/users/me/tokens', { params: { query: { sort: 'name' } } });
  assert.equal(
    listed.data?.tokens.map(({ name, last_used_address: address }) => [name, address]),
    [['monitoring', '127.0.0.1']],
  );

  const sessions = await olga.GET('/api/v1/users/me/sessions');
  assert.equal(
    sessions.data?.sessions.map(({ method, current }) => [method, current]),
    [['password', true]],
  );
  const seen = await client.GET('/api/v1/users/{user_id}/sessions', { params: { path } });
  assert.is(seen.data?.sessions[0]?.id, sessions.data?.sessions[0]?.id);

  const read = await client.GET('/api/v1/users/{user_id}', { params: { path } });
  const header = { 'If-Match': read.response.headers.get('etag') ?? '' };
  const kept = await client.PUT('/api/v1/users/{user_id}', {
    params: { path, header },
    body: { scope_group_ids: [] },
  });
  assert.equal([kept.response.status, kept.data?.scope_group_ids], [200, []]);
  assert.is((await tool.GET('/api/v1/hosts')).data?.total, 0, 'the tool sees no more than its owner');
  const late = await client.DELETE('/api/v1/users/{user_id}', { params: { path, header } });
  assert.is(late.response.status, 412);
  const found = await client.GET('/api/v1/users', { params: { query: { search: 'OLG', role: 'operator' } } });
  assert.equal([found.data?.total, found.data?.users[0]?.id], [1, path.user_id]);
  assert.is((await client.DELETE('/api/v1/users/{user_id}', { params: { path } })).response.status, 204);
  for (const gone of [olga, tool]) assert.is((await gone.GET('/api/v1/hosts')).response.status, 401);
});

/** openapi-fetch uses the platform's fetch, which takes no certificate, so this does the same with undici's own. */
async function verified(request: Request, dispatcher: Agent): Promise<Response> {
  const body = request.body === null ? null : await request.text();
  const headers = Object.fromEntries(request.headers);
  const { url, method } = request;
  return (await undiciFetch(url, { method, headers, body, dispatcher })) as unknown as Response;
}

/**
 * Fetches the root certificate without verification: it is public, and trusted from then on. A person would compare its
 * fingerprint.
 */
function rootCertificate(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    https
      .get(`${url}/api/v1/ca/root.crt`, { rejectUnauthorized: false }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => resolve(Buffer.concat(parts).toString()));
      })
      .on('error', reject);
  });
}

test.run();
