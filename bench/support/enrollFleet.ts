import path from 'node:path';
import { pino } from 'pino';
import { makeCsr } from '../../agent/identity/identity.ts';
import { IdentityStore } from '../../agent/identity/store.ts';
import { machineIdOf } from '../../agent/simulator/host.ts';
import { inParallel } from '../../agent/simulator/parallel.ts';
import { createAuthorities } from '../../server/core/agents/ca/root.ts';
import { TrustModel } from '../../server/core/agents/models.ts';
import { loadConfig } from '../../server/config.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import type { Context } from '../../server/kernel/boot/feature.ts';
import { startManager } from '../../server/manager.ts';
import { leafOf } from '../../server/core/agents/pki/pki.testing.ts';
import type { KeyAndCertificate } from './authority.ts';
import { ADMIN_PASSWORD } from './manager.ts';

export interface Fleet {
  /** The manager's data directory, filled when it is empty; no manager may run on it. */
  dataDir: string;
  /** Gets one agent data directory for each name. */
  agentsDir: string;
  names: readonly string[];
  /** The port on which all agents will listen, or that of each by its place. */
  port: number | ((index: number) => number);
  /** Called now and then with the number of enrolled agents. */
  onProgress?: (enrolled: number) => void;
}

const by = { actor: systemActor, address: null };
const hostsPerTransaction = 100;
/** How many agents are written at once: each waits for the disk several times, so they overlap. */
const writtenAtOnce = 16;

/**
 * Enrolls many agents at once by the manager's own services, certificates included. The API does the same, but limits
 * how many a minute come from one address. No host is polled before somebody makes it due. Answers a client certificate
 * of kind manager, for other callers of these agents.
 */
export async function enrollFleet(fleet: Fleet): Promise<KeyAndCertificate> {
  const { dataDir, agentsDir, names, onProgress } = fleet;
  const env = {
    FLEETMEND_DATA_DIR: dataDir,
    FLEETMEND_PORT: '0',
    FLEETMEND_ADMIN_PASSWORD: ADMIN_PASSWORD,
  };
  const manager = await startManager({ config: loadConfig(env), log: pino({ level: 'silent' }) });
  const { ctx } = manager.loaded;
  try {
    const crl = await ctx.core.agents.ca.crl();
    const trust = ctx.core.agents.ca.rootPem() + crl.pem;
    for (let from = 0; from < names.length; from += hostsPerTransaction) {
      const some = names.slice(from, from + hostsPerTransaction);
      const asked = await inParallel(some, writtenAtOnce, (name) => requestOf(agentsDir, name));
      const certificates = await issueAll(ctx, asked, (index) => portOf(fleet, from + index));
      await inParallel(asked, writtenAtOnce, async ({ store }, index) => {
        await store.saveTrust(trust);
        await store.commit(certificates[index] ?? '');
      });
      onProgress?.(from + some.length);
    }
    return await leafOf((await createAuthorities(ctx)).current().anchor, { kind: 'manager' });
  } finally {
    await manager.stop();
  }
}

const portOf = ({ port }: Fleet, index: number): number => (typeof port === 'number' ? port : port(index));

interface Request {
  name: string;
  store: IdentityStore;
  csrPem: string;
}

async function requestOf(agentsDir: string, name: string): Promise<Request> {
  const store = new IdentityStore(path.join(agentsDir, name));
  await store.prepare();
  return { name, store, csrPem: await makeCsr(store, 'enrollment', name) };
}

/** Writes hosts and certificates in one transaction, and a note that each agent has the revocation list in force. */
async function issueAll(
  ctx: Context,
  requests: readonly Request[],
  portAt: (index: number) => number,
): Promise<string[]> {
  const { number } = await ctx.db.reader('agents_state').select({ number: 'crl_number' }).first();
  return ctx.tx(async (tx) => {
    const certificates: string[] = [];
    for (const [index, { name, csrPem }] of requests.entries()) {
      const host = await ctx.core.hosts.createEnrolled(
        tx,
        {
          machineId: machineIdOf(name),
          fqdn: `${name}.simulated.invalid`,
          ipAddress: '127.0.0.1',
          port: portAt(index),
          loopbackAllowed: true,
        },
        by,
      );
      const issued = await ctx.core.agents.ca.issueForCsr(tx, { hostId: host.id, csrPem }, by);
      certificates.push(issued.certificatePem);
      const note = { hostId: host.id, version: Number(number), failures: 0, nextAttemptAt: new Date() };
      await TrustModel.query(tx.knex).insert(note);
    }
    return certificates;
  });
}
