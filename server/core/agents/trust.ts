import { ts } from '../../kernel/db.ts';
import type { Context } from '../../kernel/feature.ts';
import type { HostEndpoint } from '../hosts/service.ts';
import { readCrl } from './ca/crl.ts';
import { TrustModel } from './models.ts';
import { inParallel } from './parallel.ts';
import type { Authority } from './pki/index.ts';
import type { AgentTransport } from './transport.ts';

const MAX_AT_ONCE = 16;
const PUSH_TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
const CHUNK = 500;

export interface TrustPusher {
  /** Throws AgentFailure. */
  push(endpoint: HostEndpoint): Promise<void>;
  /** All agents that hold an older list and whose next attempt is due. One run at a time in this process. */
  pushToThoseBehind(signal?: AbortSignal): Promise<void>;
}

/** Brings roots and revocation list to the agents, and remembers who has which. */
export function createTrustPusher(ctx: Context, ca: Authority, transport: AgentTransport): TrustPusher {
  let running: Promise<void> | null = null;
  let again = false;

  async function push(endpoint: HostEndpoint): Promise<void> {
    const crl = await readCrl(ctx);
    try {
      const body = { ca_pems: [ca.certificatePem], crl_pem: crl.pem };
      await transport.call(endpoint, 'installTrust', { body, timeoutMs: PUSH_TIMEOUT_MS });
    } catch (error) {
      await noteFailure(ctx, endpoint.hostId);
      throw error;
    }
    await note(ctx, {
      hostId: endpoint.hostId,
      version: crl.number,
      failures: 0,
      nextAttemptAt: ctx.clock.now(),
    });
  }

  async function pushAll(signal?: AbortSignal): Promise<void> {
    do {
      again = false;
      const behind = await hostsBehind(ctx, (await readCrl(ctx)).number);
      await inParallel(behind, MAX_AT_ONCE, async (endpoint) => {
        if (signal?.aborted) return;
        await push(endpoint).catch((error: unknown) =>
          ctx.log.debug({ error, hostId: endpoint.hostId }, 'an agent did not take the trust'),
        );
      });
    } while (again && !signal?.aborted);
  }

  return {
    push,
    pushToThoseBehind(signal) {
      again = true;
      return (running ??= pushAll(signal).finally(() => (running = null)));
    },
  };
}

async function hostsBehind(ctx: Context, number: number): Promise<HostEndpoint[]> {
  const endpoints = await ctx.core.hosts.endpoints();
  const rows = await TrustModel.query(ctx.db.reader)
    .select('host_id')
    .where('version', '>=', number)
    .orWhere('next_attempt_at', '>', ts(ctx.clock.now()));
  const skipped = new Set(rows.map(({ hostId }) => hostId));
  return endpoints.filter(({ hostId }) => !skipped.has(hostId));
}

async function noteFailure(ctx: Context, hostId: string): Promise<void> {
  const row = await TrustModel.query(ctx.db.reader).findById(hostId);
  const failures = (row?.failures ?? 0) + 1;
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + waitMs);
  await note(ctx, { hostId, version: row?.version ?? 0, failures, nextAttemptAt });
}

type Note = Pick<TrustModel, 'hostId' | 'version' | 'failures' | 'nextAttemptAt'>;

async function note(ctx: Context, row: Note): Promise<void> {
  await ctx.tx(
    async (tx) => void (await TrustModel.query(tx.knex).insert(row).onConflict('host_id').merge()),
    {
      durable: false,
      name: 'agents.noteTrust',
    },
  );
}

/** Hosts that are gone need no row. */
export async function forgetTrust(ctx: Context, hostIds: readonly string[]): Promise<void> {
  for (let start = 0; start < hostIds.length; start += CHUNK) {
    const ids = hostIds.slice(start, start + CHUNK);
    await ctx.tx(async (tx) => void (await TrustModel.query(tx.knex).whereIn('host_id', ids).delete()), {
      durable: false,
      name: 'agents.forgetTrust',
    });
  }
}
