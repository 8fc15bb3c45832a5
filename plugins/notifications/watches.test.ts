// databases: sqlite, mariadb (night)
// time-limit: 240
/** Whoever asked to hear of the end of a job. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { actors, AppError, type Actor, type HostScope } from '#sdk';
import { startMailServer } from './mailServer.testing.ts';
import {
  configure,
  manager,
  MINUTE_MS,
  settled,
  tearDown,
  testNotifications,
  type MailWorld,
} from './notifications.testing.ts';
import { freshPlace } from '../../test/support/pluginManager.ts';
import { cleanUp } from './service/log.ts';
import { readWatch, unwatchJob, watchJob } from './service/watches.ts';

interface World extends MailWorld {
  /** What people who are no administrators may see. */
  scope: HostScope;
}

const test = suite<World>('the end of a job, told to whoever asked');
test.before.each(async (world) => {
  world.scope = 'all';
  world.place = await freshPlace();
  const scoping = {
    name: 'scoping',
    setup: () => ({ routes: {}, hooks: { 'http.hostScope': () => Promise.resolve(world.scope) } }),
  } as AnyFeature;
  world.kit = await manager(world.place, {
    hosts: 2,
    plugins: [settingsFeature, testNotifications, scoping],
  });
  world.server = await startMailServer();
  await configure(world.kit, world.server.port, { notification: { recipients: [] } });
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
});

/** Somebody with an account, as the routes call the service for them. */
async function person({ kit }: World, username: string, email: string | null = `${username}@example.test`) {
  const { ctx } = kit;
  const { id } = await newAccount(ctx, username, { role: 'operator', email });
  const permissions = await ctx.core.identity.roles.permissionsOf('operator');
  const actor: Actor = {
    kind: 'user',
    id,
    name: username,
    role: 'operator',
    ...actors.withoutSession,
    permissions,
  };
  const asked = async (jobId: string) => ({
    jobId,
    actor,
    scope: await actors.hostScopeOf(ctx.hooks, actor),
  });
  return {
    id,
    watch: async (jobId: string) => watchJob(ctx, await asked(jobId)),
    read: async (jobId: string) => readWatch(ctx, await asked(jobId)),
    drop: async (jobId: string) => unwatchJob(ctx, await asked(jobId)),
  };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

/** A job whose first host does not end before the test says so. */
async function atWork({ kit }: World): Promise<string> {
  kit.hosts[0]?.agent.endings.push({ hold: true });
  const target = { host_ids: kit.hosts.map(({ id }) => id) };
  const { id } = await kit.createJob({ operation: 'patch', name: 'Sunday night', target });
  await kit.until(
    () => [...(kit.hosts[0]?.agent.jobs.values() ?? [])].at(-1)?.detail.status === 'running',
    5 * MINUTE_MS,
  );
  return id;
}

async function end({ kit }: World, jobId: string): Promise<void> {
  kit.hosts[0]?.agent.end();
  await kit.runJob(jobId);
  await settled(kit);
}

const mails = ({ server }: World): string[][] =>
  server.received.map(({ to, mail }) => [to.join(), mail.subject ?? '']).sort();

test('who asks is told once, when the job ends; who changed their mind is not, nor is anybody else', async (world) => {
  const [olga, otto] = [await person(world, 'olga'), await person(world, 'otto')];
  const id = await atWork(world);
  assert.equal(await olga.read(id), { id: null, mail: 'on' });
  const watch = await olga.watch(id);
  assert.is(watch.mail, 'on');
  assert.is((await olga.watch(id)).id, watch.id, 'asked twice, told once');
  await otto.watch(id);
  await otto.drop(id);
  await otto.drop(id);
  await end(world, id);
  assert.equal(mails(world), [['olga@example.test', 'Completed: Sunday night']]);
  assert.equal(await olga.read(id), { id: null, mail: 'on' }, 'it has ended with the job');
  assert.is(await codeOf(olga.watch(id)), 'JOB_NOT_WATCHABLE');
});

test('a person of a scope is told of the own hosts alone, and of a job without any it is told nothing', async (world) => {
  const { kit, server } = world;
  const [, own] = kit.hosts;
  const olga = await person(world, 'olga');
  const id = await atWork(world);
  await olga.watch(id);
  world.scope = { hostIds: [own?.id ?? ''] };
  await end(world, id);
  const { text = '' } = server.received[0]?.mail ?? {};
  assert.match(text, /1 host/);
  world.scope = 'all';
  const next = await atWork(world);
  await olga.watch(next);
  world.scope = { hostIds: [] };
  assert.is(await codeOf(olga.read(next)), 'JOB_NOT_FOUND');
  await end(world, next);
  assert.is(server.received.length, 1);
});

test('a plan has no end to wait for, an account a limit, and a page learns why no mail would come', async (world) => {
  const { kit, server } = world;
  const olga = await person(world, 'olga');
  const plan = await kit.createJob({
    operation: 'patch',
    dry_run: true,
    target: { host_ids: kit.hosts.map(({ id }) => id) },
  });
  assert.is(await codeOf(olga.watch(plan.id)), 'JOB_NOT_WATCHABLE');
  await kit.runJob(plan.id);
  const id = await atWork(world);
  assert.is((await (await person(world, 'nobody', null)).read(id)).mail, 'no_address');
  const createdAt = kit.clock.now();
  const rows = Array.from({ length: 100 }, (_, at) => {
    const one = `0190b7c4-0000-7000-9000-${String(at).padStart(12, '0')}`;
    return { id: one, job_id: one, account_id: olga.id, created_at: createdAt };
  });
  await kit.ctx.db.knex.batchInsert('notifications_watches', rows, 20);
  assert.is(await codeOf(olga.watch(id)), 'NOTIFICATION_LIMIT_REACHED');
  await kit.clock.advance(1);
  await kit.ctx.db.knex('notifications_watches').update({ created_at: new Date(0) });
  await cleanUp(kit.ctx);
  assert.ok((await olga.watch(id)).id, 'watches of jobs that are long gone do not count');
  await configure(kit, server.port, { notification: { email_enabled: false, recipients: [] } });
  assert.is((await olga.read(id)).mail, 'off');
  await end(world, id);
});

test.run();
