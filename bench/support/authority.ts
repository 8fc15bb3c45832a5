import { makeCsr } from '../../agent/identity/identity.ts';
import { IdentityStore } from '../../agent/identity/store.ts';
import { issueLeaf, parseCsr, signCrl } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';

export interface KeyAndCertificate {
  key: string;
  cert: string;
  ca: string;
}

/** Writes into an agent's data directory what an enrollment leaves there. */
export async function enrollOffline(dataDir: string, authority: Authority, hostId: string): Promise<void> {
  const store = new IdentityStore(dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'bench'));
  const now = new Date();
  const leaf = issueLeaf({ ca: authority, publicKeyPem, profile: { kind: 'host', hostId }, now });
  await store.saveTrust(authority.certificatePem + signCrl({ ca: authority, number: 1, revoked: [], now }));
  await store.commit(leaf.certificatePem);
}
