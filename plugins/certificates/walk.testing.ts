/** Rows of the walks through the contract: certificates, and the rotation of the root that signs them. */
import { createPrivateKey } from 'node:crypto';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { hostAt, of } from '../../test/support/walk/made.ts';
import { anonymous } from '../../test/support/walk/walker.ts';
import type { World } from '../../test/support/walk/world.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { newHostWithAgent } from '../../server/core/agents/agents.testing.ts';
import { success, type FakeAgent } from '../../server/core/agents/fakeAgent.testing.ts';
import { createKeyPair } from '../../server/core/agents/pki/index.ts';
import { createAuthority } from '../../server/core/agents/pki/pki.testing.ts';

const certificate = ({ ids }: World, name: string) => ({ path: { certificate_id: ids[name] ?? '' } });
const hostPath = of('host', 'host_id');
const REASON = { body: { reason: 'Their machines are scrapped.' } };
const KEY = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000bbbb' };

export const callers: FeatureRows['callers'] = {
  anybody: 'getRootCertificate getRevocationList',
  'administrators alone': `
    listCertificates getAuthority issueCertificate renewCertificate getCertificate revokeCertificate
    getHostCertificate reissueCertificate createAuthorityRequest deleteAuthorityRequest beginOwnRotation getRotation
    beginRotation pauseRotation resumeRotation goBackFromRotation finishRotation listRotationHosts`,
  'with a fresh proof': `
    issueCertificate reissueCertificate revokeCertificate createAuthorityRequest deleteAuthorityRequest
    beginOwnRotation beginRotation goBackFromRotation finishRotation`,
};

export const noHosts = 'getRootCertificate getRevocationList';

export const valid: FeatureRows['valid'] = {
  issueCertificate: writes('certificate.issued', async (w) => {
    const { certificate: made } = await w.must<Schemas['IssuedCertificate']>('issueCertificate', {
      ...hostPath(w),
      body: { hostname: 'new.example.org' },
    });
    w.ids['certificate'] = made.id;
  }),
  listCertificates: reads(({ must }) => must('listCertificates')),
  getCertificate: reads((w) => w.must('getCertificate', certificate(w, 'certificate'))),
  getHostCertificate: reads((w) => w.must('getHostCertificate', hostPath(w))),
  getAuthority: reads(({ must }) => must('getAuthority')),
  getRootCertificate: reads(({ must }) => must('getRootCertificate', anonymous)),
  getRevocationList: reads(({ must }) => must('getRevocationList', anonymous)),
  reissueCertificate: writes('certificate.issued', async (w) => {
    const { hostId, agent, issued } = await newHostWithAgent({ app: w.kit, agents: w.agents } as never);
    renewable(agent, issued.caPem);
    await w.kit.ctx.db.knex('hosts_hosts').where('id', hostId).update({ last_seen_at: w.kit.clock.now() });
    Object.assign(w.ids, { dialled: hostId });
    return w.must('reissueCertificate', { path: { host_id: hostId } });
  }),
  renewCertificate: writes('certificate.issued', async (w) => {
    const query = { host_id: w.ids['dialled'] ?? '', status: 'active' };
    const { certificates: list } = await w.must<Schemas['CertificateList']>('listCertificates', { query });
    w.ids['renewed'] = list[0]?.id ?? '';
    return w.must('renewCertificate', certificate(w, 'renewed'));
  }),
  revokeCertificate: writes('certificate.revoked', (w) =>
    w.must('revokeCertificate', certificate(w, 'certificate')),
  ),
  createAuthorityRequest: writes('ca.authority_requested', ({ must }) => must('createAuthorityRequest')),
  deleteAuthorityRequest: writes('ca.authority_request_dropped', ({ must }) =>
    must('deleteAuthorityRequest'),
  ),
  beginRotation: writes('ca.rotation_begun', ({ must }) => must('beginRotation')),
  getRotation: reads(({ must }) => must('getRotation')),
  pauseRotation: writes('ca.rotation_paused', ({ must }) => must('pauseRotation')),
  resumeRotation: writes('ca.rotation_resumed', ({ must }) => must('resumeRotation')),
  listRotationHosts: reads(({ must }) => must('listRotationHosts')),
  finishRotation: writes('ca.rotation_finishing', async ({ must, kit }) => {
    await must('finishRotation', REASON);
    await kit.until(async () => {
      const { rotation } = await must<{ rotation: { phase: string } | null }>('getRotation');
      return rotation?.phase !== 'finishing';
    });
  }),
  beginOwnRotation: writes('ca.rotation_begun', async ({ must, kit }) => {
    const { certificatePem, privateKeyPem } = await createAuthority(kit.clock.now());
    const body = { certificates_pem: certificatePem, key_pem: privateKeyPem };
    return must('beginOwnRotation', { body });
  }),
  goBackFromRotation: writes('ca.rotation_going_back', ({ must }) => must('goBackFromRotation')),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'NOT_FOUND',
    at: { getRevocationList: () => ({ ...anonymous, query: { issuer: 'a'.repeat(64) } }) },
  },
  { code: 'CERTIFICATE_NOT_FOUND', at: { getHostCertificate: (w) => hostAt(w, 2) } },
  {
    code: 'AUTHORITY_REQUEST_NOT_FOUND',
    at: {
      beginOwnRotation: async (w) => ({ body: { certificates_pem: (await ownAuthority(w)).certificatePem } }),
    },
  },
  {
    code: 'IDEMPOTENCY_MISMATCH',
    at: {
      async reissueCertificate(w) {
        await w.walker.must('reissueCertificate', { ...hostAt(w, 0), headers: KEY });
        return { ...hostAt(w, 1), headers: KEY };
      },
    },
  },
  {
    code: 'HOST_UNREACHABLE',
    at: {
      // Nobody listens at the host's address: the test kit plays its agent for everything but certificates.
      async renewCertificate(w) {
        const query = { host_id: w.kit.hosts[0]?.id ?? '', status: 'active' };
        const { certificates } = await w.walker.must<{ certificates: { id: string }[] }>('listCertificates', {
          query,
        });
        return { path: { certificate_id: certificates[0]?.id ?? '' } };
      },
    },
  },
  // Rotations: while none is under way, while one has begun, and its end.
  {
    code: 'ROTATION_NOT_POSSIBLE',
    before: endRotation,
    at: {
      pauseRotation: () => ({}),
      resumeRotation: () => ({}),
      goBackFromRotation: () => ({}),
      finishRotation: () => REASON,
    },
  },
  {
    code: 'ROTATION_HOSTS_LEFT',
    before: ({ walker }) => walker.must('beginRotation'),
    at: { finishRotation: () => ({ body: {} }) },
  },
  {
    code: 'ROTATION_UNDER_WAY',
    during: (w) => () => endRotation(w),
    at: {
      createAuthorityRequest: () => ({}),
      async beginOwnRotation(w) {
        const { certificatePem, privateKeyPem } = await ownAuthority(w);
        return { body: { certificates_pem: certificatePem, key_pem: privateKeyPem } };
      },
    },
  },
];

/** Lets an agent renew its certificate. */
function renewable(agent: FakeAgent, ca: string): void {
  let key = '';
  agent.routes['POST /api/v1/system/certificate/csr'] = (_req, res) => {
    void createKeyPair().then(({ privateKeyPem }) => {
      key = privateKeyPem;
      success(res, { csr_pem: createCsr(createPrivateKey(key), 'web1') });
    });
  };
  agent.routes['PUT /api/v1/system/certificate'] = (_req, res, body) => {
    const { certificate_pem: cert } = JSON.parse(body) as { certificate_pem: string };
    agent.setCertificate({ key, cert, ca });
    const expires_at = '2027-01-01T00:00:00.000Z';
    success(res, { serial_number: 'ab', fingerprint_sha256: 'a'.repeat(64), expires_at });
  };
}

/** Ends the rotation under way, if there is one: one that goes back is over as soon as its hosts are given up. */
async function endRotation({ walker }: World): Promise<void> {
  await walker.call('goBackFromRotation');
  await walker.call('finishRotation', REASON);
}

const ownAuthority = async ({ kit }: World) => createAuthority(kit.clock.now());
