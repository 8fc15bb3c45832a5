import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '#sdk';
import { waitFor } from '../../test/support/wait.ts';
import { claimChecks } from './service/claim.ts';
import { createSweeper } from './service/sweeper.ts';
import {
  addCheck,
  ids,
  manager,
  MINUTE_MS,
  nginx,
  readCheck,
  type Check,
  type World,
} from './checks.testing.ts';

/** Many checks at once, and several managers: which of them runs a check that is due. */
export function sweepsAreShared(test: Test<World>): void {
  test('when many are due together none waits for the next second', async (world) => {
    const { kit } = world;
    const [own] = ids(world);
    const check = await addCheck(kit, own, nginx({ enabled: false }));
    const { knex } = kit.ctx.db;
    const row: object = await knex('health_checks_checks').where('id', check.id).first();
    const due = { enabled: 1, next_check_at: (await kit.ctx.db.now()).getTime() };
    const many = Array.from({ length: 300 }, newId).map((id) => ({ ...row, ...due, id, name_key: id }));
    await knex.batchInsert('health_checks_checks', many, 30);
    await kit.clock.advance(1_000);
    const isRun = async (): Promise<boolean> =>
      (await knex('health_checks_checks').where({ host_id: own, status: 'passing' })).length === 300;
    await waitFor(isRun, { timeoutMs: 20_000, what: 'all of them' });
  });

  test('two managers run each due check once, and take over what one that was killed had begun', async (world) => {
    const { kit } = world;
    const [own] = ids(world);
    const asked: string[] = [];
    const [{ agent }] = world.hosts;
    const answer = agent.answer.bind(agent);
    agent.answer = (operationId, options) => {
      if (operationId === 'getServiceStatus') asked.push((options.params as { name: string }).name);
      return answer(operationId, options);
    };
    const other = await manager(world, { beside: kit });
    try {
      const checks: Check[] = [];
      for (let number = 0; number < 40; number++)
        checks.push(await addCheck(kit, own, nginx({ service_name: `unit${number}`, enabled: false })));
      const nowMs = (await kit.ctx.db.now()).getTime();
      const due = { enabled: 1, next_check_at: nowMs };
      const { knex } = kit.ctx.db;
      const [stuck = { id: '' }] = checks;
      const ask = () =>
        [kit, other].map(({ ctx }) => claimChecks(ctx, { lane: 0, limit: 15, leaseMs: 1_000 }));
      await knex('health_checks_checks').where('host_id', own).update(due);
      const claimed = (await Promise.all(ask())).flat().map(({ id }) => id);
      assert.is(new Set(claimed).size, claimed.length, 'one lease for each');
      assert.ok(claimed.length >= 15, `${claimed.length} were claimed`);
      await knex('health_checks_checks')
        .where('host_id', own)
        .update({ ...due, lease_owner: null, lease_until: null });
      const lease = { ...due, lease_owner: 'killed', lease_until: nowMs + 60_000 };
      await knex('health_checks_checks').where('id', stuck.id).update(lease);
      const isRun = async () =>
        (
          await knex('health_checks_checks').where({ host_id: own, status: 'passing' }).count({ n: '*' })
        )[0]?.['n'];
      const areRun = async (): Promise<boolean> => Number(await isRun()) >= 39;
      // A busy machine needs real time for 39 calls. The clock moves by less than an interval meanwhile, so that none is
      // due again, and less than the 60 s until the lease of the killed manager ends.
      for (let turns = 0; turns < 20 && !(await areRun()); turns++) {
        await kit.clock.advance(1_000);
        await waitFor(areRun, { timeoutMs: 4_000, what: 'this turn' }).catch(() => undefined);
      }
      assert.is(asked.length, 39, 'none twice');
      assert.is(new Set(asked).size, 39);
      await kit.until(async () => Number(await isRun()) === 40, 120_000);
      assert.is(asked.filter((name) => name === 'unit0').length, 1);
    } finally {
      await other.stop();
    }
  });

  test('after the clock was set back by a year, a check runs within its interval', async (world) => {
    const { kit } = world;
    const [own] = ids(world);
    const checks = [
      await addCheck(kit, own, nginx({ service_name: 'standard' })),
      await addCheck(kit, own, nginx({ service_name: 'hourly', interval_secs: 3_600 })),
    ];
    const ranAt = async (): Promise<(string | null)[]> =>
      Promise.all(checks.map(async (check) => (await readCheck(kit, check)).last_checked_at));
    await kit.until(async () => !(await ranAt()).includes(null), 2 * MINUTE_MS);
    const before = await ranAt();
    await kit.clock.advance(-365 * 86_400_000);
    const isNew = async (index: number) => (await ranAt())[index] !== before[index];
    await kit.until(() => isNew(0), 8 * MINUTE_MS);
    await kit.until(() => isNew(1), 70 * MINUTE_MS);
  });

  test('what a manager was running when it was killed, it runs at once when it starts again', async (world) => {
    const { kit } = world;
    const [host] = ids(world);
    const { knex, now } = kit.ctx.db;
    const [own, others] = [
      await addCheck(kit, host, nginx({ service_name: 'own', enabled: false })),
      await addCheck(kit, host, nginx({ service_name: 'others', enabled: false })),
    ];
    const nowMs = (await now()).getTime();
    const held = { enabled: 1, next_check_at: nowMs, lease_until: nowMs + 180_000 };
    const hold = (id: string, owner: string) =>
      knex('health_checks_checks')
        .where('id', id)
        .update({ ...held, lease_owner: owner });
    await hold(own.id, kit.ctx.instanceId);
    await hold(others.id, 'other');
    const again = createSweeper(kit.ctx);
    try {
      await again.start();
      await kit.clock.advance(1_000);
      const statusOf = async (id: string): Promise<unknown> =>
        ((await knex('health_checks_checks').where('id', id).first('status')) as { status: unknown }).status;
      await waitFor(async () => (await statusOf(own.id)) === 'passing', { what: 'the run of its check' });
      assert.is(await statusOf(others.id), 'unknown', 'another manager may be running it');
    } finally {
      await again.stop();
    }
  });
}
