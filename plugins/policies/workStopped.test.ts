import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { newAccount, openSession } from '../../server/core/identity/identity.testing.ts';
import type { Role } from '#sdk';
import type { Account } from '#sdk/identity.ts';
import type { PluginTest, TestAnswer } from '#sdk/testing.ts';
import { codeOf, freshPlace, made, openManager } from '../../test/support/pluginManager.ts';
import { usersPlugin } from '../users/plugin.ts';
import { policiesPlugin } from './plugin.ts';
import { draft, type Policy } from './policies.testing.ts';

type Job = components['schemas']['Job'];

/** What somebody, in person or through a tool, has scheduled and set to recur. */
interface Work {
  jobs: string[];
  policy: string;
}

const test = suite('what a person has scheduled, when the account is cut down');

test('it stops where that is asked for, and goes on where it is not', async () => {
  const place = await freshPlace();
  const kit = await openManager(place, {
    plugins: [policiesPlugin, usersPlugin],
    authenticate: 'identity',
    hosts: 2,
  });
  const [root, olga, otto] = await Promise.all([
    person(kit, 'root', 'admin'),
    person(kit, 'olga', 'operator'),
    person(kit, 'otto', 'operator'),
  ]);
  const hers = await schedule(kit, olga.token);
  const his = await schedule(kit, otto.token);
  const cut = (method: string, path: string, body?: object): Promise<TestAnswer> =>
    as(kit, root.token, method, `/api/v1/users/${path}`, body);

  assert.is(codeOf(await cut('PUT', `${olga.account.id}?cancel_scheduled=true`, { disabled: true })), '200');
  assert.is(codeOf(await cut('DELETE', otto.account.id)), '204');
  assert.equal(await standing(kit, root.token, hers), ['cancelled', 'cancelled', 'paused']);
  assert.equal(await standing(kit, root.token, his), ['scheduled', 'scheduled', 'active']);
  const rows = (await kit.ctx.audit.list({ order: 'oldest', limit: 200 })).rows;
  const told = rows.flatMap(({ content }) =>
    content && ['policy.paused', 'job.cancel_requested'].includes(content.action)
      ? [`${content.actor.name} ${content.action}`]
      : [],
  );
  assert.equal(told.sort(), ['root job.cancel_requested', 'root job.cancel_requested', 'root policy.paused']);
  await kit.stop();
  await place.cleanup();
});

async function person(
  { ctx }: PluginTest,
  name: string,
  role: Role,
): Promise<{ account: Account; token: string }> {
  const account = await newAccount(ctx, name, { role });
  return { account, token: (await openSession(ctx, account.id)).accessToken };
}

const as = (
  kit: PluginTest,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<TestAnswer> =>
  kit.call(method, path, {
    role: null,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { body } : {}),
  });

async function schedule(kit: PluginTest, token: string): Promise<Work> {
  const tool = await made<{ token: string }>(
    as(kit, token, 'POST', '/api/v1/users/me/tokens', {
      name: 'night',
      role: 'operator',
      expires_in_secs: 86_400,
    }),
  );
  const [first, second] = kit.hosts.map(({ id }) => id);
  const later = new Date(kit.clock.now().getTime() + 3_600_000).toISOString();
  const job = (by: string, hostId: string | undefined): Promise<Job> =>
    made<Job>(
      as(kit, by, 'POST', '/api/v1/jobs', {
        operation: 'patch',
        target: { host_ids: [hostId] },
        schedule_at: later,
      }),
      202,
    );
  const jobs = [await job(token, first), await job(tool.token, second)];
  const policy = await made<Policy>(
    as(kit, token, 'POST', '/api/v1/policies', draft(kit, { name: `by ${later} ${token.slice(-8)}` })),
  );
  return { jobs: jobs.map(({ id }) => id), policy: policy.id };
}

async function standing(kit: PluginTest, token: string, { jobs, policy }: Work): Promise<string[]> {
  const read = async (path: string): Promise<string> =>
    (await made<{ state: string }>(as(kit, token, 'GET', `/api/v1/${path}`), 200)).state;
  return Promise.all([...jobs.map((id) => read(`jobs/${id}`)), read(`policies/${policy}`)]);
}

test.run();
