import type { ServerResponse } from 'node:http';
import * as assert from 'uvu/assert';
import { jobData } from '../agentAnswers.testing.ts';
import { onlyInterim, refusal } from '../fakeAgent.testing.ts';
import type { AgentData, AgentJobEvent } from '../transport.ts';
import { failure, overBothModes, type World } from './transport.testing.ts';

overBothModes('jobs that are followed by an answer', (test) => {
  const jobId = jobData.job_id;
  const route = `GET /api/v1/jobs/${jobId}/events`;
  const progress = (seq: number, message = 'Working'): object => ({
    job_id: jobId,
    seq,
    at: '2026-11-21T09:00:00.310Z',
    kind: 'progress',
    progress: seq,
    message,
  });
  const end = { kind: 'end', job: { ...jobData, status: 'completed' } };
  const line = (value: object): string => `${JSON.stringify(value)}\n`;

  interface Read {
    seqs: number[];
    /** How it ended. */
    ending: Promise<{ job: AgentData<'getJob'> } | { reason: string }>;
    stream: { close(): void };
  }

  async function follow({ transport, agent }: World, signal?: AbortSignal): Promise<Read> {
    const seqs: number[] = [];
    const { promise, resolve } = Promise.withResolvers<Awaited<Read['ending']>>();
    const stream = await transport.openJobStream(
      agent.target,
      { jobId, fromSeq: 3, form: 'answer' },
      {
        event: ({ seq }: AgentJobEvent) => void seqs.push(seq),
        end: (job) => resolve({ job }),
        close: (reason) => resolve({ reason }),
      },
      signal,
    );
    return { seqs, ending: promise, stream };
  }

  /** Makes the agent answer with these pieces, each in its own packet, and end the answer unless `open`. */
  function answering({ agent }: World, pieces: string[], { open = false } = {}): { asked: string[] } {
    const asked: string[] = [];
    agent.routes[route] = (req, res) => {
      asked.push(req.url ?? '');
      res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      void sendAll(res, pieces).then(() => open || res.end());
    };
    return { asked };
  }

  async function sendAll(res: ServerResponse, pieces: readonly string[]): Promise<void> {
    for (const piece of pieces) {
      res.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('events and the job come over the connection of the calls, which serves the next one', async (world) => {
    const { transport, agent } = world;
    const text = ['\n', line(progress(3)), line(progress(4)), '\n', line(progress(5, '…')), line(end)].join(
      '',
    );
    const { asked } = answering(world, [text.slice(0, 50), text.slice(50, 300), text.slice(300)]);
    await transport.call(agent.target, 'getHealth');
    const { seqs, ending } = await follow(world);
    const ended = await ending;
    assert.equal(asked, [`/api/v1/jobs/${jobId}/events?from_seq=3`]);
    assert.equal(seqs, [3, 4, 5]);
    assert.is('job' in ended && ended.job.status, 'completed');
    await transport.call(agent.target, 'getHealth');
    assert.is(agent.connections(), 1);
  });

  test('other calls do not wait behind it', async (world) => {
    const { transport, agent } = world;
    answering(world, [line(progress(3))], { open: true });
    const { stream, ending } = await follow(world);
    for (let call = 0; call < 3; call += 1) await transport.call(agent.target, 'getHealth');
    await Promise.all([1, 2, 3].map(() => transport.call(agent.target, 'getHealth')));
    assert.is(agent.connections(), 3, 'its own and two of calls at once');
    stream.close();
    const first = await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 20, 'untold'))]);
    assert.is(first, 'untold', 'who has closed it is told nothing');
  });

  test('what breaks the contract, or ends before the job, is told as the end of the stream', async (world) => {
    const bad: [string[], string][] = [
      [['{"kind":"nonsense"}\n'], 'ANSWER_INVALID'],
      [['not JSON\n'], 'ANSWER_INVALID'],
      [[line({ kind: 'end', job: {} })], 'ANSWER_INVALID'],
      [[line(end), line(progress(3))], 'ANSWER_INVALID'],
      [[line(progress(3))], 'ANSWER_INVALID'],
      [['x'.repeat(10 * 1024 * 1024 + 1)], 'ANSWER_TOO_LARGE'],
    ];
    for (const [pieces, reason] of bad) {
      answering(world, pieces);
      const { ending } = await follow(world);
      assert.equal(await ending, { reason }, pieces[0]?.slice(0, 40));
    }
  });

  test('of an agent that talks without end no more is read than its reader has room for', async ({
    agent,
    transport,
  }) => {
    for (const talk of [line(progress(3)), '\n', line(progress(4, 'x'.repeat(1_000)))]) {
      let sent = 0;
      agent.routes[route] = (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
        const more = (): void => {
          if (res.destroyed) return;
          for (let count = 0; count < 1_000; count += 1) res.write(talk);
          sent += 1_000;
          if (res.writableNeedDrain) res.once('drain', more);
          else setImmediate(more);
        };
        more();
      };
      const rooms: (() => void)[] = [];
      const asked = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
      const room = (): Promise<void> => {
        asked[rooms.length]?.resolve();
        return new Promise((resolve) => rooms.push(resolve));
      };
      const on = { event: () => undefined, room, close: () => undefined };
      const stream = await transport.openJobStream(agent.target, { jobId, fromSeq: 3, form: 'answer' }, on);
      for (const portion of [0, 1, 2]) {
        await asked[portion]?.promise;
        const before = await quiet(() => sent);
        assert.is(await quiet(() => sent), before, 'it sends nothing more while nothing is read');
        assert.is(rooms.length, portion + 1);
        rooms[portion]?.();
      }
      stream.close();
    }
  });

  /** The number once it has not grown for a tenth of a second. */
  async function quiet(number: () => number): Promise<number> {
    for (let last = -1; ;) {
      if (number() === last) return last;
      last = number();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  test('an agent without it refuses the stream, and one that died is dialled again', async (world) => {
    const { transport, agent } = world;
    const none = await failure(follow(world));
    assert.equal([none.kind, none.code, none.status], ['refused', 'NOT_FOUND', 404]);
    agent.routes[route] = (_req, res) => refusal(res, 404, 'JOB_NOT_FOUND');
    assert.is((await failure(follow(world))).code, 'JOB_NOT_FOUND');
    await transport.call(agent.target, 'getHealth');
    let times = 0;
    agent.routes[route] = (req, res) => {
      times += 1;
      if (times === 1) return void req.socket.destroy();
      res.writeHead(200).end(line(end));
    };
    const { ending } = await follow(world);
    assert.ok('job' in (await ending));
    assert.is(times, 2);
  });

  test('one interim answer after the other, and no answer, ends the call', async (world) => {
    world.agent.routes[route] = onlyInterim;
    const { kind, code } = await failure(follow(world, AbortSignal.timeout(5_000)));
    assert.equal([kind, code], ['answer', 'ANSWER_INVALID']);
  });

  test('a revocation ends it, and so does whoever gives it up', async (world) => {
    const { transport, revoked, serial } = world;
    answering(world, [line(progress(3))], { open: true });
    const giveUp = new AbortController();
    const given = await follow(world, giveUp.signal);
    giveUp.abort();
    assert.equal(await given.ending, { reason: 'ABORTED' });
    const { ending } = await follow(world);
    revoked.add(serial);
    transport.closeRefused();
    assert.equal(await ending, { reason: 'CERTIFICATE_REVOKED' });
    assert.is((await failure(follow(world))).code, 'CERTIFICATE_REVOKED');
  });
});
