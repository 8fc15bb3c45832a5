/** Rows of the walks through the contract: live events. */
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { reads, type FeatureRows } from '../../test/support/rows.ts';
import { anonymous } from '../../test/support/walk/walker.ts';
import { waitFor } from '../../test/support/wait.ts';
import { call, ticketFor, type Job, type Schemas, type Fleet } from '../../test/support/scope/calls.ts';
import { ask, newKey } from '../enrollment/enrollment.testing.ts';
import { plainClient } from './clients.testing.ts';

export const callers: FeatureRows['callers'] = {
  anybody: 'openJobStream',
  'everybody who is signed in': 'createWsTicket',
};

export const noHosts = 'openJobStream';

export const valid: FeatureRows['valid'] = {
  createWsTicket: {
    none: 'it serves for a minute, to whom has signed in, for what may be read anyway',
    by: async ({ must, ids }) => {
      ids['ticket'] = (await must<Schemas['WsTicket']>('createWsTicket')).ticket;
    },
  },
  openJobStream: reads(async ({ must, kit, ids }) => {
    await (await plainClient(kit, ids['ticket'] ?? '')).close();
    const { ticket } = await must<Schemas['WsTicket']>('createWsTicket');
    return must('openJobStream', { bearer: null, query: { ticket, EIO: '4', transport: 'polling' } });
  }),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'FORBIDDEN',
    at: {
      openJobStream: () => ({
        ...anonymous,
        query: { ticket: 'a'.repeat(43), EIO: '4', transport: 'polling' },
        headers: { origin: 'https://elsewhere.example' },
      }),
    },
  },
  {
    code: 'TICKET_INVALID',
    at: {
      openJobStream: () => ({
        ...anonymous,
        query: { ticket: 'a'.repeat(43), EIO: '4', transport: 'polling' },
      }),
    },
  },
];

export const scope: FeatureRows['scope'] = {
  createWsTicket: liveEvents,
};

/**
 * The most seconds that the test clock moves: a session is valid for fifteen minutes, and clients are cut off when it
 * ends.
 */
const MOST_SECONDS = 200;

/** Waits for events. They take real time, not the test clock's: a busy machine needs seconds for them. */
function heard(w: Fleet, isTold: () => boolean, meanwhile?: () => Promise<void>): Promise<boolean> {
  let seconds = 0;
  return waitFor(
    async () => {
      await meanwhile?.();
      if (seconds++ < MOST_SECONDS) await w.kit.clock.advance(1_000);
      return isTold();
    },
    { timeoutMs: 60_000, what: 'what the clients are to be told' },
  );
}

/** An administrator's client and the operator's both hear of the same changes. */
async function liveEvents(w: Fleet): Promise<void> {
  const own = await plainClient(w.kit, await ticketFor(w, 'operator'));
  const all = await plainClient(w.kit, await ticketFor(w, 'admin'));
  const told = (client: typeof own, text: string): boolean => JSON.stringify(client.got).includes(text);
  try {
    own.send({ subscribe: { job_id: w.jobs.theirs } });
    assert.equal((await own.until(1)) && own.seqs(), ['JOB_NOT_FOUND']);
    for (const client of [own, all]) {
      client.send({ subscribe: { job_id: w.jobs.changed } });
      client.send({ subscribe: 'fleet' });
    }
    await heard(w, () => told(own, '"state":"completed"') && told(all, w.theirs[0].id));
    const before = own.got.length;
    // A subscription to the fleet has no history, and nothing says when it has begun.
    const edit = async (): Promise<void> => {
      for (const host of [w.theirs[0], w.mine[1]])
        await call(w, 'updateHost', { path: [host.id], body: { display_name: uuid() }, role: 'admin' });
    };
    // One more waits for approval: the figures of the fleet change, which were told before the subscription.
    await ask(w.kit, newKey());
    await heard(w, () => told(own, w.mine[1].id) && told(all, 'fleet.updated'), edit);
    const body = { operation: 'patch', target: { host_ids: [w.theirs[1].id, w.mine[1].id] } };
    const { id } = (await call(w, 'createJob', { body, role: 'admin' })).body as Job;
    await w.kit.runJob(id);
    await heard(w, () => [own, all].every((client) => told(client, `"job_id":"${id}","state":"completed"`)));
    assert.ok(told(all, w.theirs[1].id), 'the administrator hears of all of it');
    const text = JSON.stringify(own.got.slice(before)) + JSON.stringify(own.got.slice(0, before));
    for (const { id: hostId, fqdn } of w.theirs)
      assert.not(text.includes(hostId) || text.includes(fqdn), `told of ${fqdn}`);
    assert.not(told(own, 'fleet.updated'), 'the figures of all hosts');
    for (const message of own.got)
      if (
        'kind' in message &&
        message.kind === 'job.updated' &&
        [w.jobs.changed, id].includes(message.data.job_id)
      )
        assert.is(message.data.hosts_total, 1);
  } finally {
    await own.close();
    await all.close();
  }
}
