import { AppError, waitError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import type { Account } from '../accounts.ts';
import type { CredentialCheck, Proof, ProvedPassword } from '../proofs.ts';
import type { Client, Sessions } from '../sessions.ts';
import type { SecondFactorStep } from './secondFactor.ts';
import { refuseRight, refuseStale } from './signIn.ts';

/** Attempts per session at proofs other than the password; wrong passwords are counted with those at sign-in. */
const PROOF_LIMIT = { max: 10, windowSecs: 15 * 60 };

const NOT_ALONE =
  'Your account has a second factor, so the password alone does not prove who you are. Give a code of your authenticator app, a passkey, or a recovery code.';

export interface Reauthentication {
  /**
   * Marks the caller's session as freshly authenticated. Throws FORBIDDEN (not a person's session),
   * INVALID_CREDENTIALS, MFA_REQUIRED (a password alone, of an account with a second factor), RATE_LIMITED,
   * ACCOUNT_LOCKED.
   */
  prove(given: GivenProof, actor: Actor, client: Client): Promise<void>;
}

export interface GivenProof extends Proof {
  password: string | null;
}

export interface ReauthenticationParts {
  credentials: CredentialCheck;
  secondFactor: SecondFactorStep;
  sessions: Sessions;
  find(id: string): Promise<Account | null>;
}

export function createReauthentication(ctx: Context, parts: ReauthenticationParts): Reauthentication {
  const { credentials, secondFactor, sessions, find } = parts;

  async function stamp(tx: Tx, session: OwnSession, method: string, client: Client): Promise<void> {
    const { id, actor, account } = session;
    await sessions.change(tx, id, { authenticatedAt: ctx.clock.now() });
    ctx.audit.record(tx, {
      actor,
      address: client.address,
      action: 'session.reauthenticated',
      resource: { kind: 'session', id, name: account.username },
      after: { method },
    });
  }

  async function byPassword(session: OwnSession, password: string, client: Client): Promise<void> {
    const proved = await credentials.check({ username: session.account.username, password }, client);
    // Another account may have got this name since the caller's session was read.
    if (proved.account.id !== session.account.id) await refuseRight(proved, 'INVALID_CREDENTIALS');
    await refuseAlone(proved, client);
    const done = await ctx.tx(async (tx) => {
      if (!(await proved.use(tx))) return false;
      await stamp(tx, session, 'password', client);
      return true;
    });
    if (!done) await refuseStale(proved);
  }

  /** Throws MFA_REQUIRED for an account with a second factor, as the sign-in does, but without a token to sign in. */
  async function refuseAlone(proved: ProvedPassword, client: Client): Promise<void> {
    await secondFactor.pass(proved, client, { code: null, recoveryCode: null }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'MFA_REQUIRED') throw error;
      const { methods } = error.details as { methods?: unknown };
      throw new AppError('MFA_REQUIRED', { message: NOT_ALONE, details: { methods } });
    });
  }

  async function byFactor(session: OwnSession, proof: Proof, client: Client): Promise<void> {
    const { account, actor } = session;
    const waitSecs = await ctx.limits.hit(`reauthenticate:${session.id}`, PROOF_LIMIT);
    if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
    const answers = await ctx.hooks.ask('identity.reauthenticate', { account, actor, client, proof });
    const verdicts = new Set(answers.map(({ answer }) => answer));
    if (verdicts.has('wrong') || !verdicts.has('proved'))
      throw new AppError('INVALID_CREDENTIALS', { message: 'That did not prove who you are. Try again.' });
    await ctx.tx((tx) => stamp(tx, session, methodOf(proof), client));
  }

  return {
    async prove({ password, ...proof }, actor, client) {
      const { sessionId } = actor;
      const account = actor.kind === 'user' && actor.id !== null ? await find(actor.id) : null;
      if (!account || sessionId === null)
        throw new AppError('FORBIDDEN', { message: 'Only people prove again who they are.' });
      const session = { id: sessionId, actor, account };
      if (password !== null) return byPassword(session, password, client);
      return byFactor(session, proof, client);
    },
  };
}

function methodOf({ totpCode, recoveryCode }: Proof): string {
  if (totpCode !== null) return 'totp';
  return recoveryCode === null ? 'webauthn' : 'recovery_code';
}

interface OwnSession {
  id: string;
  actor: Actor;
  account: Account;
}
