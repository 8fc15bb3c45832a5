/** How often operations may be called within a while, and that one more call is told to wait. Written by hand. */
import { newKey, request } from '#plugins/enrollment/enrollment.testing.ts';
import { withPasskey } from '#plugins/mfa/mfa.testing.ts';
import { operationNamed, operations } from './contract.ts';
import { arrive } from './overProvider.ts';
import { refuse } from './refusals.ts';
import { NOBODY, type Call } from './walker.ts';
import { from, PASSWORD, type World } from './world.ts';

/** Calls that are counted together, by address or by account. */
interface CallLimit {
  /** What is counted, in words. */
  of: string;
  most: number;
  /** Makes the calling account, where the limit is for accounts; returns what its calls have in common. */
  account?: (w: World) => Promise<Call>;
  /**
   * By operation: the call that must be told to wait in the end. The first one is called until then, and may be refused
   * for another reason.
   */
  refused: Readonly<Record<string, CallBy>>;
}

/** `common`: what `account` has returned. */
type CallBy = (common: Call) => Call;

/** A call without a token, from an address of the callers' network. */
const stranger = (host: number, more: Call): CallBy => {
  const call = { bearer: null, ...from(host), ...more };
  return () => call;
};
/** A call by the account that was made. */
const person =
  (more: Call = {}): CallBy =>
  (common) => ({ ...common, ...more });

const SECRET = 'x'.repeat(43);
const token = { refresh_token: SECRET };
const guess = { username: 'no-account', password: 'a wrong guess' };
const another = { current_password: PASSWORD, new_password: `${PASSWORD} x` };
const challenge = { challenge_key: SECRET.slice(0, 22), serialized_assertion: '{}' };
const NO_CSR = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';
const enrollment = request(newKey(), { machine_id: 'f'.repeat(32), csr_pem: NO_CSR });
const renewal = { host_id: NOBODY, csr_pem: NO_CSR, signature: Buffer.alloc(70, 1).toString('base64') };
const provider = { path: { legacy_provider: 'keycloak' } };
const back = { query: { state: SECRET, code: 'y' } };

const reporter = async (w: World, username: string) => ({
  bearer: await (await w.person(username, 'reporter')).bearer(),
});

export const CALL_LIMITS: readonly CallLimit[] = [
  {
    of: 'sessions that one address renews or ends',
    most: 300,
    refused: {
      logout: stranger(1, { body: token }),
      refreshSession: stranger(1, { body: token }),
    },
  },
  {
    of: 'passwords that come from one address',
    most: 60,
    account: (w) => reporter(w, 'hurried'),
    refused: {
      login: stranger(2, { body: guess }),
      forceChangePassword: stranger(2, { body: { username: 'no-account', ...another } }),
      changeOwnPassword: person({ ...from(2), body: another }),
      reauthenticate: person({ ...from(2), body: { password: PASSWORD } }),
      disableOwnMfa: person({ ...from(2), body: { password: PASSWORD } }),
    },
  },
  {
    of: 'proofs without a password of one session',
    most: 10,
    account: (w) => reporter(w, 'proving'),
    refused: { reauthenticate: person({ body: { totp_code: '000000' } }) },
  },
  {
    of: 'codes of one account',
    most: 20,
    async account(w) {
      const common = await reporter(w, 'mistyping');
      const { secret_base32 } = await w.walker.must<{ secret_base32: string }>('setupTotp', common);
      return { ...common, body: { secret_base32, code: '000000' } };
    },
    refused: { verifyTotp: person() },
  },
  {
    of: 'challenges of one account',
    most: 60,
    async account(w) {
      const common = await reporter(w, 'challenged');
      await withPasskey(w.kit, common.bearer);
      // Making the account took one of the calls.
      await w.kit.clock.advance(60_000);
      return common;
    },
    refused: {
      startReauthentication: person(),
      startWebauthnRegistration: person({ body: {} }),
    },
  },
  {
    of: 'sign-ins by passkey that one address begins',
    most: 120,
    refused: { startWebauthnAuthentication: stranger(3, {}) },
  },
  {
    of: 'sign-ins by passkey that one address ends',
    most: 120,
    refused: { completeWebauthnAuthentication: stranger(3, { body: challenge }) },
  },
  {
    of: 'steps of sign-ins over the provider from one address',
    most: 600,
    account: async (w) => ({ bearer: (await arrive(w, 'often')).bearer }),
    refused: {
      exchangeSsoCode: stranger(4, { body: { code: SECRET } }),
      startSsoLogin: stranger(4, {}),
      completeSsoLogin: stranger(4, back),
      startLegacySsoLogin: stranger(4, provider),
      completeLegacySsoLogin: stranger(4, { ...provider, ...back }),
      linkSso: person({ ...from(4), body: {} }),
      reauthenticateBySso: person({ ...from(4), body: {} }),
    },
  },
  {
    of: 'enrollments that one address asks for',
    most: 120,
    refused: { createEnrollment: stranger(5, { body: enrollment }) },
  },
  {
    of: 'enrollments with a wrong token that one address asks for',
    most: 120,
    refused: {
      createEnrollment: stranger(5, { body: { ...enrollment, enrollment_token: `fme_${SECRET}` } }),
    },
  },
  {
    of: 'renewals that one address asks for',
    most: 60,
    refused: { renewEnrollment: stranger(5, { body: renewal }) },
  },
  {
    of: 'addresses that agents tell from one address',
    most: 240,
    refused: { reportAddress: stranger(5, { body: { host_id: NOBODY, signature: renewal.signature } }) },
  },
  {
    of: 'wrong polling tokens from one address',
    most: 60,
    refused: { getEnrollmentStatus: stranger(5, { bearer: SECRET }) },
  },
  {
    of: 'packages that are not there and one address fetches',
    most: 60,
    refused: { getAgentPackage: stranger(5, { path: { name: 'fleetmend-agent_0.0_amd64.deb' } }) },
  },
  {
    of: 'test messages of one account',
    most: 20,
    account: async (w) => ({ bearer: await (await w.person('testing', 'admin')).bearer() }),
    refused: { testWebhook: person({ path: { webhook_id: NOBODY } }), testSmtp: person() },
  },
  {
    of: 'test traces of one account',
    most: 20,
    account: async (w) => ({ bearer: await (await w.person('tracing', 'admin')).bearer() }),
    refused: { testTraces: person() },
  },
];

/** Uses up the limit exactly, and calls each operation once more. */
export async function refuseTooMany(w: World, { most, account, refused }: CallLimit): Promise<void> {
  const { walker } = w;
  const common = (await account?.(w)) ?? {};
  const [name = '', callBy = stranger(1, {})] = Object.entries(refused)[0] ?? [];
  for (let count = 1; count <= most; count++) {
    const { code } = await walker.call(name, callBy(common));
    if (code === 'RATE_LIMITED') walker.deviations.add(`${name} is refused at call ${count} of ${most}`);
  }
  const wanted = { status: 429, codes: ['RATE_LIMITED'], what: `call ${most + 1}` };
  for (const [operationId, call] of Object.entries(refused))
    await refuse(walker, operationNamed(operationId), call(common), wanted);
}

/** The operations that tell callers to wait after too many calls, by the contract. */
export const limitedOperations = (): string[] =>
  operations.filter(({ isLimited }) => isLimited).map(({ operationId }) => operationId);
