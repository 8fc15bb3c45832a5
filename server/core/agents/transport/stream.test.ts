import * as assert from 'uvu/assert';
import { WebSocketServer } from 'ws';
import { jobData } from '../agentAnswers.testing.ts';
import type { FakeAgent } from '../fakeAgent.testing.ts';
import type { AgentJobEvent } from '../transport.ts';
import { failure, overBothModes, type World } from './transport.testing.ts';

overBothModes('streams of agents', (test) => {
  const jobId = jobData.job_id;
  const progress = (seq: number): AgentJobEvent =>
    ({
      job_id: jobId,
      seq,
      at: '2026-11-21T09:00:00.310Z',
      kind: 'progress',
      progress: seq,
      message: 'Working',
    }) as AgentJobEvent;

  function streaming(
    agent: FakeAgent,
    cleanups: World['cleanups'],
    talk: (send: (text: string) => void, url: string) => void,
  ): void {
    const wss = new WebSocketServer({ noServer: true });
    cleanups.push(() => {
      for (const client of wss.clients) client.terminate();
      wss.close();
    });
    agent.onUpgrade((req, socket, head) =>
      wss.handleUpgrade(req, socket, head, (ws) => talk((text) => ws.send(text), req.url ?? '')),
    );
  }

  test('a job stream hands on every event, the first ones too, and tells when it breaks', async ({
    transport,
    agent,
    cleanups,
  }) => {
    let url = '';
    streaming(agent, cleanups, (send, asked) => {
      url = asked;
      for (const seq of [3, 4, 5]) send(JSON.stringify(progress(seq)));
      send('{"kind":"nonsense"}');
    });
    const seen: number[] = [];
    const reason = await new Promise<string>((resolve) => {
      void transport.openJobStream(
        agent.target,
        { jobId, fromSeq: 3 },
        { event: ({ seq }) => seen.push(seq), close: resolve },
      );
    });
    assert.is(url, `/api/v1/ws/jobs?job_id=${jobId}&from_seq=3`);
    assert.equal(seen, [3, 4, 5]);
    assert.is(reason, 'ANSWER_INVALID');
  });

  test('a stream ends with a revocation, and a refused one cannot be opened', async ({
    transport,
    agent,
    revoked,
    serial,
    cleanups,
  }) => {
    streaming(agent, cleanups, () => undefined);
    const closed = new Promise<string>((resolve, reject) => {
      transport
        .openJobStream(agent.target, { jobId, fromSeq: 1 }, { event: () => undefined, close: resolve })
        .then(() => {
          revoked.add(serial);
          transport.closeRefused();
        }, reject);
    });
    assert.is(await closed, 'CERTIFICATE_REVOKED');
    const refused = await failure(
      transport.openJobStream(
        agent.target,
        { jobId, fromSeq: 1 },
        { event: () => undefined, close: () => undefined },
      ),
    );
    assert.equal([refused.kind, refused.code], ['tls', 'CERTIFICATE_REVOKED']);
  });

  test('a stream ends with the certificate that the manager has shown', async (world) => {
    const { transport, agent, cleanups } = world;
    streaming(agent, cleanups, () => undefined);
    world.endsAt = new Date(Date.now() + 2_000);
    const reason = await new Promise<string>((resolve, reject) => {
      const on = { event: () => undefined, close: resolve };
      transport.openJobStream(agent.target, { jobId, fromSeq: 1 }, on).catch(reject);
    });
    assert.is(reason, 'CONNECTION_LOST');
    assert.ok(Date.now() >= world.endsAt.getTime());
  });

  test('an agent without the stream refuses it as an answer, and a message beyond a megabyte ends it', async ({
    transport,
    agent,
    cleanups,
  }) => {
    const none = await failure(
      transport.openJobStream(
        agent.target,
        { jobId, fromSeq: 1 },
        { event: () => undefined, close: () => undefined },
      ),
    );
    assert.equal([none.kind, none.status], ['answer', 404]);
    streaming(agent, cleanups, (send) =>
      send(JSON.stringify({ ...progress(1), message: 'x'.repeat(1_100_000) })),
    );
    const seen: AgentJobEvent[] = [];
    const reason = await new Promise<string>((resolve, reject) => {
      transport
        .openJobStream(
          agent.target,
          { jobId, fromSeq: 1 },
          { event: (event) => seen.push(event), close: resolve },
        )
        .catch(reject);
    });
    assert.match(reason, /^CLOSED_/);
    assert.equal(seen, []);
  });
});
