/** Rows of the walks through the contract: how hosts join. */
import { sign, type KeyObject } from 'node:crypto';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { METADATA, keyedToken, madeLongAgo } from '../../test/support/walk/made.ts';
import { anonymous, type Call } from '../../test/support/walk/walker.ts';
import { PACKAGE, type World } from '../../test/support/walk/world.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { newKey, request } from './enrollment.testing.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { addressPayload, renewalPayload } from '../../server/shared/pki/renewal.ts';

const key = newKey();
const NO_CSR = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';

export const callers: FeatureRows['callers'] = {
  anybody: `
    createEnrollment getEnrollmentStatus renewEnrollment reportAddress getInstallScript getAgentPackage`,
  'everybody who is signed in': 'getInstaller',
  'administrators alone': `
    listEnrollments listDecidedEnrollments approveEnrollment denyEnrollment decideEnrollments listEnrollmentTokens
    createEnrollmentToken getEnrollmentToken deleteEnrollmentToken`,
  'who hold a polling token': 'getEnrollmentStatus',
};

export const noHosts = `
  createEnrollment getEnrollmentStatus renewEnrollment reportAddress getInstaller getInstallScript
  getAgentPackage`;

export const valid: FeatureRows['valid'] = {
  createEnrollmentToken: writes('enrollment_token.created', async ({ must, ids }) => {
    const body = { name: 'rack 4' };
    ids['joinToken'] = (await must<Schemas['CreatedEnrollmentToken']>('createEnrollmentToken', { body })).id;
  }),
  listEnrollmentTokens: reads(({ must }) => must('listEnrollmentTokens')),
  getEnrollmentToken: reads(({ must, ids }) =>
    must('getEnrollmentToken', { path: { token_id: ids['joinToken'] ?? '' } }),
  ),
  deleteEnrollmentToken: writes('enrollment_token.deleted', ({ must, ids }) =>
    must('deleteEnrollmentToken', { path: { token_id: ids['joinToken'] ?? '' } }),
  ),
  createEnrollment: writes('enrollment.requested', async (w) => {
    const csr_pem = createCsr(key, 'x');
    const { id, polling_token } = await enroll(w, { csr_pem, fqdn: 'joining.example.org' });
    Object.assign(w.ids, { joining: id, pollingToken: polling_token, denied: (await enroll(w)).id });
  }),
  listEnrollments: reads(({ must }) => must('listEnrollments')),
  approveEnrollment: writes('enrollment.approved', ({ must, ids }) =>
    must('approveEnrollment', { path: { enrollment_id: ids['joining'] ?? '' } }),
  ),
  denyEnrollment: writes('enrollment.denied', ({ must, ids }) =>
    must('denyEnrollment', { path: { enrollment_id: ids['denied'] ?? '' } }),
  ),
  decideEnrollments: writes('enrollment.denied', async (w) => {
    const { id } = await enroll(w);
    return w.must('decideEnrollments', { body: { decision: 'deny', enrollment_ids: [id] } });
  }),
  getEnrollmentStatus: reads(async ({ must, ids }) => {
    const call = { bearer: ids['pollingToken'] ?? '' };
    ids['joined'] = (await must<Schemas['EnrollmentStatus']>('getEnrollmentStatus', call)).host_id ?? '';
  }),
  listDecidedEnrollments: reads(({ must }) => must('listDecidedEnrollments')),
  renewEnrollment: writes('enrollment.renewed', ({ must, ids }) => {
    const csrPem = createCsr(newKey(), 'x');
    const hostId = ids['joined'] ?? '';
    const signature = sign('sha256', renewalPayload({ hostId, csrPem }), key).toString('base64');
    const body = { host_id: hostId, csr_pem: csrPem, signature };
    return must('renewEnrollment', { ...anonymous, body });
  }),
  reportAddress: {
    none: 'it only asks: no agent runs at the address of the host that joined',
    by({ must, ids }) {
      const hostId = ids['joined'] ?? '';
      const signature = sign('sha256', addressPayload({ hostId }), key).toString('base64');
      return must('reportAddress', { ...anonymous, body: { host_id: hostId, signature } });
    },
  },
  getInstaller: reads(({ must }) => must('getInstaller')),
  getInstallScript: reads(({ must }) => must('getInstallScript', anonymous)),
  getAgentPackage: reads(({ must }) => must('getAgentPackage', { ...anonymous, path: { name: PACKAGE } })),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'HOST_ADDRESS_REFUSED',
    at: {
      createEnrollment: () => ({
        ...anonymous,
        body: request(newKey(), { machine_id: 'e'.repeat(32), ip_address: METADATA }),
      }),
      async renewEnrollment(w) {
        const { hostId, key } = await joined(w, 'f');
        const [csrPem, address] = [createCsr(newKey(), 'x'), METADATA];
        const signature = sign('sha256', renewalPayload({ hostId, csrPem, address }), key).toString('base64');
        return { ...anonymous, body: { host_id: hostId, csr_pem: csrPem, address, signature } };
      },
      async reportAddress(w) {
        const { hostId, key } = await joined(w, '8');
        const address = METADATA;
        const signature = sign('sha256', addressPayload({ hostId, address }), key).toString('base64');
        return { ...anonymous, body: { host_id: hostId, address, signature } };
      },
    },
  },
  {
    code: 'CSR_INVALID',
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
    at: {
      approveEnrollment: async ({ walker }) => {
        const ask = async (ip_address: string): Promise<Call> => {
          const body = request(newKey(), { machine_id: 'b'.repeat(32), ip_address });
          const { id } = await walker.must<{ id: string }>('createEnrollment', { ...anonymous, body });
          return { path: { enrollment_id: id } };
        };
        await walker.must('approveEnrollment', await ask('10.9.8.1'));
        return ask('10.9.8.2');
      },
    },
  },
  {
    code: 'ENROLLMENT_TOKEN_NOT_FOUND',
    at: {
      async createEnrollmentToken({ walker }) {
        const call = { ...keyedToken('dddd'), body: { name: 'Short-lived' } };
        const { id } = await walker.must<{ id: string }>('createEnrollmentToken', call);
        await walker.must('deleteEnrollmentToken', { path: { token_id: id } });
        return call;
      },
    },
  },
  {
    code: 'TOKEN_NOT_REPEATED',
    at: {
      createEnrollmentToken: (w) =>
        madeLongAgo(w, 'createEnrollmentToken', { ...keyedToken('eeee'), body: { name: 'Long ago' } }),
    },
  },
];

/** A different machine each time. */
let machines = 0;

function machine(more: object = {}) {
  const number = ++machines;
  const hex = String(number).padStart(32, '0');
  return request(newKey(), { machine_id: hex, ip_address: `10.0.4.${number}`, ...more });
}

const enroll = ({ must }: World, more: object = {}): Promise<Schemas['CreatedEnrollment']> =>
  must('createEnrollment', { ...anonymous, body: machine(more) });

/** A host that has enrolled, and the key with which it did. */
async function joined({ walker }: World, digit: string): Promise<{ hostId: string; key: KeyObject }> {
  const key = newKey();
  const body = request(key, { machine_id: digit.repeat(32), ip_address: `10.9.7.${digit.charCodeAt(0)}` });
  const { id, polling_token: bearer } = await walker.must<{ id: string; polling_token: string }>(
    'createEnrollment',
    { ...anonymous, body },
  );
  await walker.must('approveEnrollment', { path: { enrollment_id: id } });
  const { host_id: hostId } = await walker.must<{ host_id: string }>('getEnrollmentStatus', { bearer });
  return { hostId, key };
}
