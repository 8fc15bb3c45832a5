import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rowWith } from '#server/kernel/db/model.ts';
import { JobHostModel } from '../models.ts';
import type { JobTx } from '../service/jobTx.ts';
import { caller, closeWorld, request, startOneManager, type OneManager } from '../testing/harness.ts';
import { settled } from '../testing/settled.ts';
import type { HostWork } from './hostWork.ts';
import { HostWrites, type HostWrite } from './hostWrites.ts';

const test = suite<OneManager>('writes of hosts at work');
test.before.each(startOneManager(3));
test.after.each(closeWorld);

/** Hosts at work on one job, whose agents say nothing. */
async function worksOf({ world, manager }: OneManager): Promise<HostWork[]> {
  for (const hostId of world.fleet.hostIds) world.fleet.agent(hostId).endings.push({ hold: true });
  const { job } = await manager.patching.service.create(request(world.fleet.hostIds), caller());
  await settled();
  const rows = await JobHostModel.query(world.db.knex).where('job_id', job.id).orderBy('position');
  return rows.map((row) => ({ row }) as HostWork);
}

const depsOf = ({ manager, world }: OneManager) => ({ ctx: manager.ctx, hosts: world.fleet.hosts });

const says = (work: HostWork, message: string, seen: JobTx[] = []): HostWrite => ({
  work,
  name: 'patching.updateHost',
  durable: true,
  async run(jobTx) {
    seen.push(jobTx);
    assert.ok(await jobTx.updateOwn(work.row, { message: work.row.message + message }));
    return rowWith(work.row, { message: work.row.message + message });
  },
});

const fails = (work: HostWork): HostWrite => ({
  work,
  name: 'patching.updateHost',
  durable: true,
  run: () => Promise.reject(new Error('this host cannot be written')),
});

async function messages({ world }: OneManager): Promise<string[]> {
  const rows = await JobHostModel.query(world.db.knex).orderBy('position');
  return rows.map(({ message }) => message);
}

test('what is ready at the same time is one transaction', async (context) => {
  const works = await worksOf(context);
  const writes = new HostWrites(depsOf(context), () => works.length);
  const seen: JobTx[] = [];
  await Promise.all(works.map((work) => writes.write(says(work, 'one', seen))));
  assert.is(seen.length, 3);
  assert.is(new Set(seen).size, 1);
  assert.equal(await messages(context), ['one', 'one', 'one']);
});

test('what is wrong with one host stays with it: the others are written', async (context) => {
  const [first, second, third] = (await worksOf(context)) as [HostWork, HostWork, HostWork];
  const writes = new HostWrites(depsOf(context), () => 3);
  const all = [says(first, 'one'), fails(second), says(third, 'three')];
  const [one, two, three] = await Promise.allSettled(all.map((write) => writes.write(write)));
  assert.equal([one?.status, two?.status, three?.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.equal(await messages(context), ['one', '', 'three']);
});

test('a second write of a host finds its row as the first has left it', async (context) => {
  const [work] = (await worksOf(context)) as [HostWork];
  const writes = new HostWrites(depsOf(context), () => 1);
  await Promise.all([writes.write(says(work, 'one')), writes.write(says(work, ', two'))]);
  assert.is((await messages(context))[0], 'one, two');
  assert.is(work.row.message, 'one, two');
});

test.run();
