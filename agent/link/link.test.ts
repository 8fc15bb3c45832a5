import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../testing/fakeAgent.ts';
import { callOver, streamOver } from '../testing/linkManager.ts';
import { startLinkWorld, type LinkWorld } from '../testing/linkWorld.ts';

const test = suite<LinkWorld>('a link to the manager');
test.before.each((context) => startLinkWorld(context));
test.after.each((context) => context.stop());

test('the agent says hello, opens a channel when it is asked for one, and serves its API there', async (context) => {
  const { manager, keeper, identity } = context;
  const { hello, serial } = await manager.link(1);
  assert.is(hello?.host_id, identity.identity.hostId);
  assert.is(serial, identity.identity.certificate.serialNumber.toLowerCase());
  await eventually(() => keeper.status.state === 'up', 'the link');
  const channel = await manager.open();
  const first = await callOver(channel, '/health');
  assert.is(first.status, 200, first.text);
  assert.is(first.headers['keep-alive'], 'timeout=60');
  assert.is((await callOver(channel, '/api/v1/patches')).status, 200);
  assert.is(keeper.status.channels, 1);
});

test('jobs are followed over a channel, by its WebSocket', async ({ manager, keeper }) => {
  await manager.link(1);
  await eventually(() => keeper.status.state === 'up', 'the link');
  const socket = await streamOver(await manager.open(), '/api/v1/ws/jobs');
  socket.close();
});

test.run();
