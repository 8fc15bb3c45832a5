// tier: night
// needs: mariadb
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Cable } from './support/cable.ts';
import { freshDatabase, type FreshDatabase } from './support/databases.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite<{ fresh: FreshDatabase; cable: Cable; manager: ManagerProcess }>(
  'A manager whose database is gone without a word',
);

test.before(async (context) => {
  context.fresh = await freshDatabase('mariadb');
  const url = new URL(context.fresh.address.url ?? '');
  context.cable = await Cable.open({ host: url.hostname, port: Number(url.port) });
  url.port = String(context.cable.port);
  context.manager = await createManager({ port: 0, env: { DATABASE_URL: url.href } });
  await context.manager.start();
  await context.manager.signIn();
});
test.after(async ({ fresh, cable, manager }) => {
  await manager.kill();
  await cable.close();
  await fresh.cleanup();
});

test('answers that it cannot use its database, and works again once it can', async ({ cable, manager }) => {
  cable.stall();
  const { status, body } = await manager.call('GET', '/api/v1/hosts');
  assert.is(status, 503);
  assert.is((body.error as { code: string }).code, 'SERVICE_UNAVAILABLE');
  cable.mend();
  await manager.until('/api/v1/hosts', () => true);
});

test('ends within 10 seconds when it is told to stop', async ({ cable, manager }) => {
  cable.stall();
  const began = performance.now();
  await manager.stop();
  const tookMs = performance.now() - began;
  assert.ok(tookMs < 15_000, `it took ${Math.round(tookMs)} ms`);
});

test.run();
