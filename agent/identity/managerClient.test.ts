import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthority, issuePair } from '../testing/fakeManager.ts';
import { callManager, connectToManager, type ManagerCallError } from './managerClient.ts';

const test = suite('calls to the manager');

test('a connection that the manager has closed before the call is told at once, and nobody waits for ever', async () => {
  const ca = await createAuthority();
  const { key, cert } = await issuePair(ca, { kind: 'web', names: [] });
  const server = createServer({ key, cert }, (socket) => void socket.resume().end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connection = await connectToManager(url, { rootPems: [ca.certificatePem] }, {});
  connection.socket.resume();
  await once(connection.socket, 'close');
  const late = setTimeout(() => process.exit(1), 60_000);
  const error = await callManager(connection, { method: 'GET', path: '/api/v1/enroll/status' }).then(
    () => assert.unreachable(),
    (thrown: ManagerCallError) => thrown,
  );
  clearTimeout(late);
  server.close();
  assert.equal([error?.failure, error?.retryable], ['unreachable', true]);
});

test('where one address of the manager does not answer, the next one is tried', async () => {
  const ca = await createAuthority();
  const { key, cert } = await issuePair(ca, { kind: 'web', names: [] });
  const server = createServer({ key, cert }, (socket) => void socket.resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const there = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const nowhere = new URL('https://127.0.0.1:1');
  const proof = { rootPems: [ca.certificatePem] };
  const connection = await connectToManager(nowhere, proof, { others: [nowhere, there] });
  assert.is(connection.url, there);
  connection.socket.destroy();
  const error = await connectToManager(
    there,
    { rootPems: [(await createAuthority()).certificatePem] },
    { others: [nowhere] },
  ).then(
    () => assert.unreachable(),
    (thrown: ManagerCallError) => thrown,
  );
  server.close();
  assert.match(error?.message ?? '', 'the manager at 127.0.0.1:1 cannot be reached', 'the last one');
});

test.run();
