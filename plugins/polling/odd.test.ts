// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { patchData } from '../../server/core/agents/agentAnswers.testing.ts';
import { success, wellBehaved } from '../../server/core/agents/fakeAgent.testing.ts';
import { hostWithAgent, setUp, show, tearDown, type World } from './polling.testing.ts';

const test = suite<World>('times and ETags that agents tell');
test.before.each(setUp);
test.after.each(tearDown);

/** A host of the agent with these routes, polled in one batch with a host whose agent tells nothing odd. */
async function polledBesideAnother(world: World, routes: ReturnType<typeof wellBehaved>): Promise<string> {
  const other = await hostWithAgent(world);
  const { hostId } = await hostWithAgent(world, { ...wellBehaved(), ...routes });
  await world.sweeper.drain();
  assert.is((await show(world, other.hostId)).health_status, 'healthy');
  return hostId;
}

/** By the contract each is a date-time, and what it names is in no `Date`, or in no column of a time. */
for (const told of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '2016-12-31T23:59:60Z'])
  test(`a refresh at ${told} is a refresh at an unknown time`, async (world) => {
    const hostId = await polledBesideAnother(world, {
      'GET /api/v1/patches': (_req, res) => success(res, { ...patchData, refreshed_at: told }),
    });
    const host = await show(world, hostId);
    assert.equal([host.health_status, host.patches_total], ['healthy', 1]);
    assert.is(host.patches_refreshed_at, null);
  });

test('a Last-Modified in the year 275760 tells nothing new', async (world) => {
  const headers = { ETag: '"odd"', 'Last-Modified': 'Sat, 01 Jan 275760 00:00:00 GMT' };
  const hostId = await polledBesideAnother(world, {
    'GET /api/v1/patches': (req, res) =>
      req.headers['if-none-match']
        ? void res.writeHead(304, headers).end()
        : success(res, patchData, headers),
  });
  const { app, sweeper } = world;
  await app.ctx.tx((tx) => app.ctx.core.hosts.pollSoon(tx, [hostId]));
  await sweeper.drain();
  const host = await show(world, hostId);
  assert.equal([host.health_status, host.patches_refreshed_at], ['healthy', '2026-01-15T06:00:00.250Z']);
});

test('an ETag that is no text of ASCII is none', async (world) => {
  const hostId = await polledBesideAnother(world, {
    // Node writes the characters of a header as bytes, which the manager reads as UTF-8 or as Latin-1.
    'GET /api/v1/patches': (_req, res) => success(res, patchData, { ETag: '"é\u00ff"' }),
  });
  assert.is((await show(world, hostId)).patches_total, 1);
  const row = (await world.app.ctx.db.reader('hosts_hosts').where('id', hostId).first()) as {
    patches_etag: string | null;
  };
  assert.is(row.patches_etag, null);
});

test.run();
