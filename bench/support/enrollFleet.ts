import { createPrivateKey } from 'node:crypto';
import path from 'node:path';
import { pino } from 'pino';
import { makeCsr } from '../../agent/identity/identity.ts';
import { IdentityStore } from '../../agent/identity/store.ts';
import { machineIdOf } from '../../agent/simulator/host.ts';
import { inParallel } from '../../agent/simulator/parallel.ts';
import { FleetCertificatesWriter } from '../../agent/simulator/thin/certificates.ts';
import { createAuthorities } from '../../server/core/agents/ca/root.ts';
import { TrustModel } from '../../server/core/agents/models.ts';
import { loadConfig } from '../../server/config.ts';
import { systemActor } from '../../server/kernel/security/actor.ts';
import type { Context } from '../../server/kernel/boot/feature.ts';
import { startManager } from '../../server/manager.ts';
import { createKeyPair } from '../../server/core/agents/pki/index.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { leafOf } from '../../server/core/agents/pki/pki.testing.ts';
import type { KeyAndCertificate } from './authority.ts';
import { ADMIN_PASSWORD } from './manager.ts';

export interface Fleet {
  /** The manager's data directory, filled when it is empty; no manager may run on it. */
  dataDir: string;
  /** Of the manager, beside that: where its database is, for example. */
  env?: Record<string, string>;
  /** Gets one agent data directory for each name; `thin`: the file of certificates of thin hosts. */
  agentsDir: string;
  /** They are thin hosts, which dial, and all have the same key. */
  thin?: boolean;
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
  const { dataDir, agentsDir, names, thin = false, onProgress } = fleet;
  const env = {
    FLEETMEND_DATA_DIR: dataDir,
    FLEETMEND_PORT: '0',
    FLEETMEND_ADMIN_PASSWORD: ADMIN_PASSWORD,
    ...fleet.env,
  };
  const manager = await startManager({ config: loadConfig(env), log: pino({ level: 'silent' }) });
  const { ctx } = manager.loaded;
  try {
    const crl = await ctx.core.agents.ca.crl();
    const trust = ctx.core.agents.ca.rootPem() + crl.pem;
    const requestOf = thin ? await thinRequests(agentsDir) : fullRequests(agentsDir);
    for (let from = 0; from < names.length; from += hostsPerTransaction) {
      const some = names.slice(from, from + hostsPerTransaction);
      const asked = await inParallel(some, writtenAtOnce, (name, index) => requestOf(name, from + index));
      const issued = await issueAll(ctx, asked, {
        connection: thin ? 'dial' : 'listen',
        portAt: (index) => portOf(fleet, from + index),
      });
      await inParallel(asked, writtenAtOnce, async ({ keep }, index) => {
        const one = issued[index];
        if (one) await keep(one, trust);
      });
      onProgress?.(from + some.length);
    }
    return await leafOf((await createAuthorities(ctx)).current().anchor, { kind: 'manager' });
  } finally {
    await manager.stop();
  }
}

const portOf = ({ port }: Fleet, index: number): number => (typeof port === 'number' ? port : port(index));

interface Issued {
  hostId: string;
  certificatePem: string;
}

interface Request {
  name: string;
  csrPem: string;
  /** Gives the host what it was issued. */
  keep(issued: Issued, trustPem: string): Promise<void>;
}

type MakesRequest = (name: string, place: number) => Promise<Request>;

const fullRequests =
  (agentsDir: string): MakesRequest =>
  async (name) => {
    const store = new IdentityStore(path.join(agentsDir, name));
    await store.prepare();
    return {
      name,
      csrPem: await makeCsr(store, 'enrollment', name),
      async keep({ certificatePem }, trustPem) {
        await store.saveTrust(trustPem);
        await store.commit(certificatePem);
      },
    };
  };

/** The manager wants a certificate of each host's own, and not a key. */
async function thinRequests(agentsDir: string): Promise<MakesRequest> {
  const writer = new FleetCertificatesWriter(agentsDir);
  const { privateKeyPem } = await createKeyPair();
  const csrPem = createCsr(createPrivateKey(privateKeyPem), 'thin');
  return (name, place) =>
    Promise.resolve({
      name,
      csrPem,
      async keep(issued, trustPem) {
        if (place === 0) writer.saveTrust(trustPem);
        writer.write(place, { ...issued, privateKeyPem });
      },
    });
}

/** Writes hosts and certificates in one transaction, and a note that each agent has the revocation list in force. */
async function issueAll(
  ctx: Context,
  requests: readonly Request[],
  { connection, portAt }: { connection: 'listen' | 'dial'; portAt: (index: number) => number },
): Promise<Issued[]> {
  const { number } = await ctx.db.reader('agents_state').select({ number: 'crl_number' }).first();
  return ctx.tx(async (tx) => {
    const all: Issued[] = [];
    for (const [index, { name, csrPem }] of requests.entries()) {
      const host = await ctx.core.hosts.createEnrolled(
        tx,
        {
          machineId: machineIdOf(name),
          fqdn: `${name}.simulated.invalid`,
          ipAddress: '127.0.0.1',
          port: portAt(index),
          loopbackAllowed: true,
          connection,
        },
        by,
      );
      const issued = await ctx.core.agents.ca.issueForCsr(tx, { hostId: host.id, csrPem }, by);
      all.push({ hostId: host.id, certificatePem: issued.certificatePem });
      const note = { hostId: host.id, version: Number(number), failures: 0, nextAttemptAt: new Date() };
      await TrustModel.query(tx.knex).insert(note);
    }
    return all;
  });
}
