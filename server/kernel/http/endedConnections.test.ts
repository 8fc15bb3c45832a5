// needs: mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostsFeature } from '../../core/hosts/plugin.ts';
import { identityFeature } from '../../core/identity/plugin.ts';
import { createTestApp, type TestAnswer } from '../../testing.ts';
import { freshDatabase } from '#test/support/databases.ts';

const test = suite('calls while MariaDB ends connections');
const AT_ONCE = 8;
/** Some are interrupted in the first rounds; on a slow machine it may take more. */
const [LEAST, MOST] = [3 * AT_ONCE, 25 * AT_ONCE];

test('each is told that it succeeded or may come again, what is told is there, and the next call works', async () => {
  const place = await freshDatabase('mariadb');
  const app = await createTestApp({
    features: [identityFeature, hostsFeature],
    databaseUrl: place.address.url,
  });
  const schema = new URL(place.address.url ?? '').pathname.slice(1);
  const own = await place.openAgain();
  const endOthers = async (): Promise<void> => {
    const [rows] = (await own.knex.raw(
      'select id from information_schema.processlist where db = ? and id <> connection_id()',
      [schema],
    )) as [{ id: number }[]];
    // Some end by themselves meanwhile.
    for (const { id } of rows) await own.knex.raw(`kill ${id}`).catch(() => undefined);
  };
  const create = (at: number) =>
    app.call('POST', '/api/v1/hosts', {
      body: { fqdn: `n${at}.example.org`, ip_address: `10.0.0.${at + 1}` },
    });
  const answers: TestAnswer[] = [];
  const interrupted = (): boolean => answers.some(({ status }) => status === 503);
  let at = 0;
  for (; at < LEAST || (at < MOST && !interrupted()); at += AT_ONCE) {
    const under = Array.from({ length: AT_ONCE }, (_, more) => create(at + more));
    await new Promise((resolve) => setTimeout(resolve, at));
    await endOthers();
    answers.push(...(await Promise.all(under)));
  }
  const told = Map.groupBy(answers, ({ status }) => status);
  assert.equal(
    [...told.keys()].filter((status) => status !== 201 && status !== 503),
    [],
  );
  assert.ok(interrupted(), 'none was interrupted');
  for (const { headers } of told.get(503) ?? []) assert.is(headers.get('retry-after'), '2');
  const { body } = await app.call('GET', '/api/v1/hosts?limit=500');
  const there = new Set((body as { hosts: { id: string }[] }).hosts.map(({ id }) => id));
  for (const { body: made } of told.get(201) ?? []) assert.ok(there.has((made as { id: string }).id));
  assert.is((await create(at)).status, 201);
  await app.stop();
  await place.cleanup();
});

test.run();
