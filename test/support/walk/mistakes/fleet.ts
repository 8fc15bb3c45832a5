/** Mistakes with hosts, groups, data about them, and enrollment. Written by hand. */
import { sign, type KeyObject } from 'node:crypto';
import { newKey, request } from '../../../../plugins/enrollment/enrollment.testing.ts';
import { createCsr } from '../../../../server/shared/pki/csr.ts';
import { addressPayload, renewalPayload } from '../../../../server/shared/pki/renewal.ts';
import { NOBODY, type Call } from '../walker.ts';
import { type World } from '../world.ts';
import { type Mistake, hostPath, hosts, of, anonymous } from './made.ts';

const NO_CSR = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';
const list = of('list');
const ruled = of('ruled');
const ofPolicy = of('policy', 'policyId');
const ofRule = of('rule', 'ruleId');

export const fleetMistakes: readonly Mistake[] = [
  {
    code: 'GROUP_NOT_FOUND',
    status: 404,
    at: {
      updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { target: { group_ids: [NOBODY] } } }),
      updateNotificationRule: (_w, made) => ({ ...ofRule(made), body: { group_ids: [NOBODY] } }),
      updateReportSchedule: (_w, made) => ({
        ...of('schedule', 'scheduleId')(made),
        body: { group_id: NOBODY },
      }),
      updateUser: (_w, made) => ({ ...of('user')(made), body: { scope_group_ids: [NOBODY] } }),
      updateApprovalRule: (_w, made) => ({
        ...of('otherRule', 'ruleId')(made),
        body: { group_ids: [NOBODY] },
      }),
    },
  },
  {
    code: 'HOST_NOT_FOUND',
    status: 404,
    at: {
      addGroupHosts: (_w, made) => ({ ...list(made), body: { host_ids: [NOBODY] } }),
      updatePolicy: (_w, made) => ({ ...ofPolicy(made), body: { target: { host_ids: [NOBODY] } } }),
    },
  },
  {
    code: 'GROUP_CHANGE_NOT_FOUND',
    status: 404,
    at: { decideGroupChanges: () => ({ body: { decision: 'reject', ids: [NOBODY] } }) },
  },
  {
    code: 'GROUP_EXISTS',
    status: 409,
    at: { updateGroup: (_w, made) => ({ ...list(made), body: { name: 'By a rule' } }) },
  },
  {
    code: 'GROUP_RULE_BASED',
    status: 409,
    at: {
      addGroupHosts: (w, made) => ({ ...ruled(made), body: hosts(w) }),
      removeGroupHost: (w, { ids }) => ({ path: { id: ids['ruled'] ?? '', ...hostPath(w).path } }),
    },
  },
  {
    code: 'GROUP_IN_USE',
    status: 409,
    at: { deleteGroup: (_w, made) => list(made) },
  },
  {
    code: 'HOST_ADDRESS_REFUSED',
    status: 400,
    at: {
      createHost: () => ({ body: { fqdn: 'loop.example.org', ip_address: '169.254.169.254', port: 9443 } }),
      updateHost: (w) => ({
        path: { id: w.kit.hosts[2]?.id ?? '' },
        body: { ip_address: '169.254.169.254' },
      }),
      createEnrollment: () => ({
        ...anonymous,
        body: request(newKey(), { machine_id: 'e'.repeat(32), ip_address: '169.254.169.254' }),
      }),
      async renewEnrollment(w) {
        const { hostId, key } = await joined(w, 'f');
        const [csrPem, address] = [createCsr(newKey(), 'x'), '169.254.169.254'];
        const signature = sign('sha256', renewalPayload({ hostId, csrPem, address }), key).toString('base64');
        return { ...anonymous, body: { host_id: hostId, csr_pem: csrPem, address, signature } };
      },
      async reportAddress(w) {
        const { hostId, key } = await joined(w, '8');
        const address = '169.254.169.254';
        const signature = sign('sha256', addressPayload({ hostId, address }), key).toString('base64');
        return { ...anonymous, body: { host_id: hostId, address, signature } };
      },
    },
  },
  {
    code: 'HOST_UNREACHABLE',
    status: 502,
    during({ kit }) {
      kit.hosts[2]?.agent.fail('refreshPatches');
      return () => kit.hosts[2]?.agent.recover();
    },
    at: { refreshHost: ({ kit }) => ({ path: { id: kit.hosts[2]?.id ?? '' } }) },
  },
  {
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
    at: {
      // The manager takes at most 16 MB of a CISA catalogue.
      importExposureDataSet: () => ({
        path: { kind: 'kev' },
        content: { type: 'application/octet-stream', text: Buffer.alloc(17 * 1_024 * 1_024, ' ') },
      }),
    },
  },
  {
    code: 'CSR_INVALID',
    status: 400,
    at: {
      createEnrollment: () => ({
        ...anonymous,
        body: request(newKey(), { machine_id: 'd'.repeat(32), csr_pem: NO_CSR }),
      }),
      async renewEnrollment(w) {
        const { hostId, key } = await joined(w, '9');
        const payload = renewalPayload({ hostId, csrPem: NO_CSR });
        const signature = sign('sha256', payload, key).toString('base64');
        return { ...anonymous, body: { host_id: hostId, csr_pem: NO_CSR, signature } };
      },
    },
  },
  {
    code: 'ENROLLMENT_TOKEN_INVALID',
    status: 403,
    at: {
      createEnrollment: () => ({
        ...anonymous,
        body: request(newKey(), {
          machine_id: 'c'.repeat(32),
          ip_address: '10.9.9.9',
          enrollment_token: `fmet_${'A'.repeat(43)}`,
        }),
      }),
    },
  },
  {
    code: 'SIGNATURE_INVALID',
    status: 403,
    at: {
      async renewEnrollment(w) {
        const { hostId } = await joined(w, 'a');
        const signature = Buffer.alloc(70, 1).toString('base64');
        return { ...anonymous, body: { host_id: hostId, csr_pem: createCsr(newKey(), 'x'), signature } };
      },
      async reportAddress(w) {
        const { hostId } = await joined(w, '7');
        return { ...anonymous, body: { host_id: hostId, signature: Buffer.alloc(70, 1).toString('base64') } };
      },
    },
  },
  {
    code: 'MACHINE_ID_IN_USE',
    status: 409,
    at: {
      approveEnrollment: async ({ walker }) => {
        const ask = async (ip_address: string): Promise<Call> => {
          const body = request(newKey(), { machine_id: 'b'.repeat(32), ip_address });
          const { id } = await walker.must<{ id: string }>('createEnrollment', { ...anonymous, body });
          return { path: { id } };
        };
        await walker.must('approveEnrollment', await ask('10.9.8.1'));
        return ask('10.9.8.2');
      },
    },
  },
  {
    code: 'NOT_FOUND',
    status: 404,
    at: { getRevocationList: () => ({ ...anonymous, query: { issuer: 'a'.repeat(64) } }) },
  },
];

/** A host that has enrolled, and the key with which it did. */
async function joined({ walker }: World, digit: string): Promise<{ hostId: string; key: KeyObject }> {
  const key = newKey();
  const body = request(key, { machine_id: digit.repeat(32), ip_address: `10.9.7.${digit.charCodeAt(0)}` });
  const { id, polling_token: bearer } = await walker.must<{ id: string; polling_token: string }>(
    'createEnrollment',
    { ...anonymous, body },
  );
  await walker.must('approveEnrollment', { path: { id } });
  const { host_id: hostId } = await walker.must<{ host_id: string }>('getEnrollmentStatus', { bearer });
  return { hostId, key };
}
