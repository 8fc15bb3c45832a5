import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../kernel/boot/feature.ts';
import type { HostEndpoint } from '../hosts/api.ts';
import { insertModels } from '../../kernel/db/model.ts';
import type { Tx } from '../../kernel/db/tx.ts';
import { AgentFailure } from '../../shared/wire/agentFailure.ts';
import { type CrlInForce, readCrl } from './ca/crl.ts';
import { takeOver } from './ca/lostRevocations.ts';
import { type Authorities, pemsOf } from './ca/root.ts';
import { TrustModel } from './models.ts';
import { inParallel } from './parallel.ts';
import type { AgentTransport } from './transport.ts';

const MAX_AT_ONCE = 16;
const PUSH_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
const BATCH = 100;
/** At most about 200 agents a second: the trust is not so urgent that polls and pages should wait. */
const BATCH_PAUSE_MS = 500;
/** A host that has been silent for longer is not tried. */
const SEEN_MS = 600_000;

export interface TrustPusher {
  /** Throws AgentFailure. */
  push(endpoint: HostEndpoint): Promise<void>;
  /** Pushes to all agents that hold an older list and whose next attempt is due. One run at a time in this process. */
  pushToThoseBehind(signal?: AbortSignal): Promise<void>;
  stop(): void;
}

type Note = Pick<TrustModel, 'hostId' | 'version' | 'failures' | 'nextAttemptAt'>;

/**
 * Sends roots and revocation lists to the agents, and records which version each agent has. `taken` follows the commit
 * that took over the list of an agent, which was newer.
 */
export function createTrustPusher(
  ctx: Context,
  ca: Authorities,
  transport: AgentTransport,
  taken: () => Promise<void>,
): TrustPusher {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function send(endpoint: HostEndpoint, crl: CrlInForce): Promise<void> {
    const ca_pems = pemsOf(ca.current().trustPem).map((pem) => `${pem}\n`);
    const install = () =>
      transport.call(endpoint, 'installTrust', {
        body: { ca_pems, crl_pem: crl.pem },
        timeoutMs: PUSH_TIMEOUT_MS,
      });
    await install().catch((error: unknown) => {
      if (!(error instanceof AgentFailure) || error.code !== 'CERTIFICATE_MISMATCH') throw error;
      // The connection may be older than the manager's current certificate, so the agent refused the push.
      transport.disconnect(endpoint.hostId, 'CERTIFICATE_RENEWED');
      return install().catch(async (again: unknown) => {
        // Or it holds a newer list, as after a restore from a backup.
        const held = await transport
          .call(endpoint, 'getTrust', { timeoutMs: PUSH_TIMEOUT_MS })
          .catch(() => null);
        if (held) await takeOver(ctx, ca, held.data.crl_pem, taken);
        throw again;
      });
    });
  }

  const ended = (signal?: AbortSignal): boolean => stopped || (signal?.aborted ?? false);

  /** In batches, so that a thousand agents cost few transactions, and other work gets its turn in between. */
  async function pushBatch(batch: readonly Behind[], crl: CrlInForce): Promise<void> {
    const notes: Note[] = [];
    await inParallel(batch, MAX_AT_ONCE, async ({ endpoint, failures, version }) => {
      const { hostId } = endpoint;
      try {
        await send(endpoint, crl);
        notes.push({ hostId, version: crl.number, failures: 0, nextAttemptAt: ctx.clock.now() });
      } catch (error) {
        ctx.log.debug({ error, hostId }, 'an agent did not take the trust');
        notes.push({
          hostId,
          version,
          failures: failures + 1,
          nextAttemptAt: nextAttempt(ctx, failures + 1),
        });
      }
    });
    if (!stopped) await writeNotes(ctx, notes);
  }

  async function pushAll(signal?: AbortSignal): Promise<void> {
    do {
      again = false;
      await ca.reload();
      const crl = await readCrl(ctx);
      const behind = await hostsBehind(ctx, crl.number);
      for (let start = 0; start < behind.length && !ended(signal) && !again; start += BATCH) {
        await pushBatch(behind.slice(start, start + BATCH), crl);
        await pause(BATCH_PAUSE_MS);
      }
    } while (again && !ended(signal));
  }

  return {
    async push(endpoint) {
      await ca.reload();
      const crl = await readCrl(ctx);
      await send(endpoint, crl);
      await writeNotes(ctx, [
        { hostId: endpoint.hostId, version: crl.number, failures: 0, nextAttemptAt: ctx.clock.now() },
      ]);
    },
    pushToThoseBehind(signal) {
      // A run under way starts again with the newer list.
      again = true;
      return (running ??= pushAll(signal).finally(() => (running = null)));
    },
    stop: () => void (stopped = true),
  };
}

interface Behind {
  endpoint: HostEndpoint;
  version: number;
  failures: number;
}

/** Only hosts that answer the poller; the others follow when they answer again. */
async function hostsBehind(ctx: Context, number: number): Promise<Behind[]> {
  const now = ctx.clock.now();
  const { healthPollIntervalSecs } = await ctx.core.hosts.pollingSettings();
  const seenSince = new Date(now.getTime() - Math.max(SEEN_MS, 3_000 * healthPollIntervalSecs));
  const endpoints = await ctx.core.hosts.endpoints({ seenSince });
  if (endpoints.length === 0) return [];
  const rows = await TrustModel.query(ctx.db.reader);
  const known = new Map(rows.map((row) => [row.hostId, row]));
  return endpoints.flatMap((endpoint) => {
    const row = known.get(endpoint.hostId);
    const version = Number(row?.version ?? 0);
    if (version >= number || (row && row.failures > 0 && isAhead(row.nextAttemptAt, now))) return [];
    return [{ endpoint, version, failures: row?.failures ?? 0 }];
  });
}

/** Whether the next attempt is still to come; a clock that was set back since has written what is later than any wait. */
const isAhead = (nextAttemptAt: Date, now: Date): boolean =>
  nextAttemptAt > now && nextAttemptAt.getTime() <= now.getTime() + MAX_RETRY_MS;

function nextAttempt(ctx: Context, failures: number): Date {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return new Date(ctx.clock.now().getTime() + waitMs);
}

async function writeNotes(ctx: Context, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return;
  await ctx.tx(
    async (tx) => {
      await tx
        .knex('agents_trust')
        .whereIn(
          'host_id',
          notes.map(({ hostId }) => hostId),
        )
        .delete();
      await insertModels(TrustModel, tx.knex, notes);
    },
    { durable: false, name: 'agents.noteTrust' },
  );
}

/** For a host that is deleted. */
export async function forgetTrust(tx: Tx, hostId: string): Promise<void> {
  await TrustModel.query(tx.knex).where('host_id', hostId).delete();
}

/** Has every agent get the list in force, whatever it has confirmed: it may hold a newer one than the database knows of. */
export async function forgetAllTrust(tx: Tx): Promise<void> {
  await TrustModel.query(tx.knex).delete();
}
