// time-limit: 240
/**
 * Every operation of the contract that changes something leaves a row in the audit log, or its row in
 * support/auditTable.ts says why not. What can be called here is called; of the rest the suite that does it is named,
 * and must at least speak of the action.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import { core, plugins } from '../server/plugins.ts';
import { createPluginTest } from '../server/pluginTesting.ts';
import { FIRST_PASSWORD, WRITTEN, type World } from './support/auditTable.ts';

const test = suite<World>('what is written to the audit log');
const IN_THE_KIT = ['identity', 'agents', 'hosts', 'patching'];

test.before(async (world) => {
  const others = core.filter(({ name }) => !IN_THE_KIT.includes(name));
  world.kit = await createPluginTest({
    plugins: [...others, ...plugins],
    config: { adminPassword: FIRST_PASSWORD },
  });
  world.ids = {};
  const { ctx } = world.kit;
  const admin = await ctx.core.identity.accounts.findByName('admin');
  // Whoever changes a password has one; the actors of tests have no account.
  ctx.hooks.add('test', {
    'http.beforeOperation': async ({ operationId, actor }) =>
      void (operationId === 'changeOwnPassword' && Object.assign(actor, { id: admin?.id })),
  });
});
test.after(({ kit }) => kit.stop());

test('each operation that changes something is in the table, and nothing else is', () => {
  const changing = managerOperations.filter(({ method }) => method !== 'get');
  const inContract = new Set<string>(changing.map(({ operationId }) => operationId));
  assert.equal([...inContract.symmetricDifference(new Set(Object.keys(WRITTEN)))], []);
});

const actions = async ({ kit }: World): Promise<string[]> => {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  return rows.map(({ content }) => content?.action ?? '');
};

for (const [operationId, written] of Object.entries(WRITTEN)) {
  if ('shownIn' in written)
    test(`${operationId} writes ${written.writes}, as another suite shows`, () => {
      const text = readFileSync(join(import.meta.dirname, '..', written.shownIn), 'utf8');
      assert.ok(text.includes(`'${written.writes}'`), `${written.shownIn} says nothing of it`);
    });
  else if ('by' in written)
    test(`${operationId} writes ${written.writes}`, async (world) => {
      const before = (await actions(world)).filter((action) => action === written.writes).length;
      const { status, body } = await written.by(world);
      assert.ok(status >= 200 && status < 300, `${status}: ${JSON.stringify(body)}`);
      const after = (await actions(world)).filter((action) => action === written.writes).length;
      assert.ok(after > before, `no row ${written.writes} was written`);
    });
}

test.run();
