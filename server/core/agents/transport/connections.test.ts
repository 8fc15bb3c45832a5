import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { waitFor } from '#test/support/wait.ts';
import { healthData } from '../agentAnswers.testing.ts';
import { refusal, success } from '../fakeAgent.testing.ts';
import { leafOf } from '../pki/pki.testing.ts';
import { failure, overBothModes } from './transport.testing.ts';

overBothModes('connections to agents', (test) => {
  test('calls share one kept-alive connection', async ({ transport, agent }) => {
    const first = await transport.call(agent.target, 'getHealth');
    await transport.call(agent.target, 'getSystemInfo');
    assert.is(first.data.agent_version, '1.2.3');
    assert.is(agent.connections(), 1);
    assert.equal(agent.calls, ['GET /health', 'GET /api/v1/system/info']);
  });

  test('calls of a traced job say so, on a connection that others use too', async ({ transport, agent }) => {
    const named: unknown[] = [];
    agent.routes['GET /health'] = (req, res) => {
      named.push(req.headers.traceparent);
      success(res, healthData);
    };
    const traceparent = '00-01939f6b0c527d3a8f4e2a6b9c1d7e30-00f067aa0ba902b7-01';
    await transport.call({ ...agent.target, traceparent }, 'getHealth');
    await transport.call(agent.target, 'getHealth');
    assert.equal(named, [traceparent, undefined]);
    assert.is(agent.connections(), 1);
  });

  test('a long answer does not hold up the next call', async ({ transport, agent }) => {
    let release = (): void => undefined;
    agent.routes['GET /api/v1/system/info'] = (_req, res) =>
      (release = () => refusal(res, 500, 'INTERNAL_ERROR', true));
    const slow = failure(transport.call(agent.target, 'getSystemInfo'));
    await transport.call(agent.target, 'getHealth');
    release();
    assert.is((await slow).code, 'INTERNAL_ERROR');
    assert.is(agent.connections(), 2);
  });

  test('what both connections to a host have no room for waits, and is counted', async ({
    transport,
    agent,
  }) => {
    const held: (() => void)[] = [];
    agent.routes['GET /health'] = (_req, res) => void held.push(() => success(res, healthData));
    const calls = [1, 2, 3].map(() => transport.call(agent.target, 'getHealth'));
    await waitFor(() => held.length === 2);
    assert.is(transport.waiting(), 1);
    held.splice(0).forEach((answer) => answer());
    await waitFor(() => held.length === 1);
    assert.is(transport.waiting(), 0);
    held.forEach((answer) => answer());
    await Promise.all(calls);
  });

  test('a revoked host is refused, and its open connections are closed', async ({
    transport,
    agent,
    revoked,
    serial,
  }) => {
    await transport.call(agent.target, 'getHealth');
    let answer = (): void => undefined;
    agent.routes['GET /health'] = (_req, res) => {
      answer = () => success(res, healthData);
      revoked.add(serial);
      transport.closeRefused();
    };
    const cut = await failure(transport.call(agent.target, 'getHealth'));
    assert.equal([cut.kind, cut.code], ['tls', 'CERTIFICATE_REVOKED']);
    answer();
    const refused = await failure(transport.call(agent.target, 'getHealth'));
    assert.equal([refused.kind, refused.code, refused.neverSent], ['tls', 'CERTIFICATE_REVOKED', true]);
  });

  test('a kept connection that the agent closed is made again for reads and keyed calls', async ({
    transport,
    agent,
  }) => {
    await transport.call(agent.target, 'getHealth');
    let seen = 0;
    agent.routes['GET /health'] = (req, res) => {
      seen++;
      if (seen === 1) return void req.socket.destroy();
      success(res, healthData);
    };
    assert.is((await transport.call(agent.target, 'getHealth')).status, 200);
    assert.is(seen, 2);
    agent.routes['POST /api/v1/system/certificate/csr'] = (req) => void req.socket.destroy();
    const lost = await failure(transport.call(agent.target, 'createCsr'));
    assert.equal([lost.kind, lost.code, lost.neverSent], ['unreachable', 'CONNECTION_LOST', false]);
    assert.is(agent.calls.filter((call) => call.includes('csr')).length, 1);
  });

  test('connections beyond the cap are closed, the longest unused first', async ({
    transport,
    agent,
    ca,
    cleanups,
    startAgent,
  }) => {
    const others = await Promise.all(
      [1, 2].map(async () => {
        const hostId = uuid();
        const other = await startAgent(hostId, await leafOf(ca, { kind: 'host', hostId }));
        cleanups.push(() => other.stop());
        return other;
      }),
    );
    for (const each of [agent, ...others, agent]) await transport.call(each.target, 'getHealth');
    assert.is(agent.connections(), 2);
    assert.is(others[1]?.connections(), 1);
  });

  test('a probe tells the certificate that a fresh connection shows', async ({
    transport,
    agent,
    serial,
    ca,
    hostId,
  }) => {
    await transport.call(agent.target, 'getHealth');
    assert.is((await transport.probe(agent.target)).serial, serial);
    const next = await leafOf(ca, { kind: 'host', hostId });
    agent.setCertificate(next);
    assert.is((await transport.probe(agent.target)).serial, next.serial);
  });
});
