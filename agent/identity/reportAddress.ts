import { sign, createPrivateKey } from 'node:crypto';
import type { components } from '../../generated/manager.ts';
import { addressPayload } from '../../server/shared/pki/renewal.ts';
import type { AgentIdentity } from './identity.ts';
import { callManager, connectToManager } from './managerClient.ts';
import type { ManagerRoute } from './managerClient.ts';

export type AddressReport = components['schemas']['AddressReport'];

/** The manager that is told an address, and the way to it. */
export interface AddressReceiver extends ManagerRoute {
  managerUrl: string;
}

/**
 * Tells the manager the address of this host, or with null asks which one it calls. Proved by the host's key. Throws
 * ManagerCallError.
 */
export async function reportAddress(
  identity: AgentIdentity,
  { managerUrl, ...route }: AddressReceiver,
  address: string | null,
): Promise<AddressReport> {
  const { hostId, privateKeyPem } = identity.identity;
  const told = address === null ? {} : { address };
  const payload = addressPayload({ hostId, ...told });
  const signature = sign('sha256', payload, createPrivateKey(privateKeyPem)).toString('base64');
  const proof = { rootPems: await managerRoots(identity) };
  const connection = await connectToManager(new URL(managerUrl), proof, route);
  const body = { host_id: hostId, ...told, signature };
  return (await callManager(connection, {
    method: 'POST',
    path: '/api/v1/enroll/address',
    body,
  })) as AddressReport;
}

/** The listener's root from the enrollment and the trusted roots; a token's pin may be older than a change of root. */
export async function managerRoots({ store, trust }: AgentIdentity): Promise<string[]> {
  const listenerRoot = await store.readManagerRoot();
  const roots = trust.roots.map(({ certificate }) => certificate.toString());
  return listenerRoot === null ? roots : [listenerRoot, ...roots];
}
