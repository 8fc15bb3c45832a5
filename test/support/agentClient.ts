import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAuthority, emptyCrl, issuePair, type ClientPair } from '../../agent/testing/fakeManager.ts';
import { makeCsr } from '../../agent/identity/identity.ts';
import { IdentityStore } from '../../agent/identity/store.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import { issueLeaf, parseCsr, type Authority } from '../../server/core/agents/pki/index.ts';
import { agentArgv } from './fleet.ts';
import type { HostProcess } from './hostProcess.ts';
import type { LabHost } from './lab.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const identityDir = '/var/lib/fleetmend-agent/identity';
const port = 9443;

/** What an agent answered: the envelope, or null when there was no body. */
export interface AgentReply {
  status: number;
  body: {
    success: boolean;
    data?: Record<string, unknown>;
    error?: { code: string; message: string; retryable: boolean };
  } | null;
}

/** Calls one real agent as a manager would, without a manager: a certificate of the same authority, over mutual TLS. */
export class AgentClient {
  readonly #address: string;
  readonly #agent: https.Agent;

  constructor(address: string, ca: Authority, pair: ClientPair) {
    this.#address = address;
    this.#agent = new https.Agent({
      keepAlive: true,
      maxSockets: 8,
      key: pair.key,
      cert: pair.cert,
      ca: ca.certificatePem,
      servername: hostServerName(hostId),
    });
  }

  /** Calls the agent; sends `body` as JSON, unless it is text already. */
  call(method: string, resource: string, body?: unknown, headers = {}): Promise<AgentReply> {
    const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const type =
      content === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    const target = { host: this.#address, port, path: resource, method, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const request = https.request({ ...target, headers: { ...type, ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => {
          const reply = text === '' ? null : (JSON.parse(text) as AgentReply['body']);
          resolve({ status: response.statusCode ?? 0, body: reply });
        });
      });
      request.once('error', reject);
      request.end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Makes an identity for the agent of this host, as an enrollment would, and starts the agent `under` a command. */
export async function startEnrolledAgent(
  host: LabHost,
  under: string[],
): Promise<{ agent: HostProcess; client: AgentClient }> {
  const ca = await createAuthority();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'agent-identity-'));
  const store = new IdentityStore(dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', host.name));
  const leaf = issueLeaf({ ca, publicKeyPem, profile: { kind: 'host', hostId }, now: new Date() });
  await store.saveTrust(ca.certificatePem + emptyCrl(ca));
  await store.commit(leaf.certificatePem);
  for (const name of await readdir(store.dir, { withFileTypes: true })) {
    if (!name.isFile()) continue;
    const content = await readFile(path.join(store.dir, name.name), 'utf8');
    await host.writeFile(`${identityDir}/${name.name}`, content, '600');
  }
  const env = { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab', FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0' };
  const agent = await host.spawn(await agentArgv(), { env, under });
  await agent.untilListening();
  const client = new AgentClient(host.address, ca, await issuePair(ca, { kind: 'manager' }));
  return { agent, client };
}
