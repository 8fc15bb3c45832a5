import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Client, ProvedPassword, SecondFactor, SecondFactorVerdict } from '../api.ts';
import { accountOf, UserModel } from '../models.ts';
import type { TokenMint } from './tokens.ts';

type Kind = SecondFactorVerdict['kind'];

export interface SecondFactorStep extends SecondFactor {
  /**
   * Asks who answers for second factors. Returns what the session is to be limited to, if anything. Throws
   * MFA_REQUIRED (the attempt is taken back) and INVALID_CREDENTIALS (it counts: the code was wrong).
   */
  pass(proved: ProvedPassword, client: Client, codes: Codes): Promise<string | null>;
}

/** What the person typed besides the password. */
export interface Codes {
  code: string | null;
  recoveryCode: string | null;
}

export function createSecondFactor(ctx: Context, mint: TokenMint): SecondFactorStep {
  async function ask(proved: ProvedPassword, client: Client, codes: Codes) {
    const question = { account: proved.account, client, ...codes };
    try {
      const answers = await ctx.hooks.ask('identity.secondFactor', question);
      return answers.map(({ answer }) => answer);
    } catch (error) {
      // Nobody could say: the way stays shut, and it was not the person's fault.
      await proved.withdraw(error);
      throw error;
    }
  }

  async function required(
    proved: ProvedPassword,
    verdicts: readonly SecondFactorVerdict[],
  ): Promise<AppError> {
    const methods = [
      ...new Set(verdicts.flatMap((verdict) => (verdict.kind === 'due' ? verdict.methods : []))),
    ];
    const user = await UserModel.query(ctx.db.reader).findById(proved.account.id);
    if (!user) return new AppError('INVALID_CREDENTIALS');
    const token = await mint.signMfa({ userId: user.id, mark: stateMark(user) });
    return new AppError('MFA_REQUIRED', { details: { methods, mfa_token: token } });
  }

  return {
    async pass(proved, client, codes) {
      const verdicts = await ask(proved, client, codes);
      const has = (kind: Kind): boolean => verdicts.some((verdict) => verdict.kind === kind);
      if (has('wrong')) {
        await proved.fail();
        throw new AppError('INVALID_CREDENTIALS');
      }
      if (has('due') && !has('proved')) {
        const error = await required(proved, verdicts);
        await proved.withdraw();
        throw error;
      }
      for (const verdict of verdicts) if (verdict.kind === 'restricted') return verdict.restriction;
      return null;
    },
    async accountOf(mfaToken) {
      const claims = await mint.verifyMfa(mfaToken);
      const user = claims && (await UserModel.query(ctx.db.reader).findById(claims.userId));
      return user && stateMark(user) === claims.mark ? accountOf(user) : null;
    },
  };
}

/** Differs once the account was disabled or its password changed, so that a token from before says nothing. */
function stateMark({ passwordHash, disabled, mustChangePassword }: UserModel): string {
  const state = JSON.stringify([passwordHash, disabled, mustChangePassword]);
  return createHash('sha256').update(state).digest('base64url');
}
