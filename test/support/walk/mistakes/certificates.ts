/** Mistakes with certificates, and with the rotation of the root that signs them. Written by hand. */
import { createAuthority } from '../../../../server/core/agents/pki/pki.testing.ts';
import { type World } from '../world.ts';
import { hostPath, type Mistake } from './made.ts';

const REASON = { body: { reason: 'Their machines are scrapped.' } };
const KEY = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000bbbb' };
const numbered = ({ kit }: World, number: number) => ({ path: { hostId: kit.hosts[number]?.id ?? '' } });

/** Ends the rotation under way, if there is one: one that goes back is over as soon as its hosts are given up. */
async function endRotation({ walker }: World): Promise<void> {
  await walker.call('goBackFromRotation');
  await walker.call('finishRotation', REASON);
}

const ownAuthority = async ({ kit }: World) => createAuthority(kit.clock.now());

export const certificateMistakes: readonly Mistake[] = [
  {
    code: 'CERTIFICATE_NOT_FOUND',
    status: 404,
    at: { getHostCertificate: hostPath },
  },
  {
    code: 'AUTHORITY_REQUEST_NOT_FOUND',
    status: 404,
    at: {
      beginOwnRotation: async (w) => ({
        body: { certificates_pem: (await ownAuthority(w)).certificatePem },
      }),
    },
  },
  {
    code: 'IDEMPOTENCY_MISMATCH',
    status: 409,
    at: {
      async reissueCertificate(w) {
        await w.walker.must('reissueCertificate', { ...numbered(w, 0), headers: KEY });
        return { ...numbered(w, 1), headers: KEY };
      },
    },
  },
  {
    code: 'HOST_UNREACHABLE',
    status: 502,
    at: {
      // Nobody listens at the host's address: the test kit plays its agent for everything but certificates.
      async renewCertificate(w) {
        const query = { host_id: w.kit.hosts[0]?.id ?? '', status: 'active' };
        const { certificates } = await w.walker.must<{ certificates: { id: string }[] }>('listCertificates', {
          query,
        });
        return { path: { certId: certificates[0]?.id ?? '' } };
      },
    },
  },
  // Rotations: while none is under way, while one has begun, and its end.
  {
    code: 'ROTATION_NOT_POSSIBLE',
    status: 409,
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
    status: 409,
    before: ({ walker }) => walker.must('beginRotation'),
    at: { finishRotation: () => ({ body: {} }) },
  },
  {
    code: 'ROTATION_UNDER_WAY',
    status: 409,
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
