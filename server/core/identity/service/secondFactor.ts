import { createHash } from 'node:crypto';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Account } from '../accounts.ts';
import type {
  FactorQuestion,
  PassedFactor,
  ProvedPassword,
  SecondFactor,
  SecondFactorVerdict,
} from '../proofs.ts';
import type { Client } from '../sessions.ts';
import { accountOf, UserModel } from '../models.ts';
import type { TokenMint } from './tokens.ts';

type Kind = SecondFactorVerdict['kind'];

export interface SecondFactorStep extends SecondFactor {
  /**
   * Asks the features with second factors. Returns the session's restriction, or null. Throws MFA_REQUIRED (the
   * attempt is taken back) and INVALID_CREDENTIALS (the code was wrong; the attempt counts).
   */
  pass(proved: ProvedPassword, client: Client, codes: Codes): Promise<string | null>;
}

/** What the person typed besides the password. */
export interface Codes {
  code: string | null;
  recoveryCode: string | null;
}

type Judgement = { kind: 'wrong' } | { kind: 'due'; error: AppError } | ({ kind: 'passed' } & PassedFactor);

export function createSecondFactor(ctx: Context, mint: TokenMint): SecondFactorStep {
  async function ask(question: FactorQuestion): Promise<Judgement> {
    const answers = await ctx.hooks.ask('identity.secondFactor', question);
    const verdicts = answers.map(({ answer }) => answer);
    const has = (kind: Kind): boolean => verdicts.some((verdict) => verdict.kind === kind);
    if (has('wrong')) return { kind: 'wrong' };
    const isProved = has('proved');
    if (has('due') && !isProved) return { kind: 'due', error: await required(question.account, verdicts) };
    const restricted = verdicts.find((verdict) => verdict.kind === 'restricted');
    return { kind: 'passed', restriction: restricted?.restriction ?? null, isProved };
  }

  async function required(account: Account, verdicts: readonly SecondFactorVerdict[]): Promise<AppError> {
    const methods = [
      ...new Set(verdicts.flatMap((verdict) => (verdict.kind === 'due' ? verdict.methods : []))),
    ];
    const user = await UserModel.query(ctx.db.reader).findById(account.id);
    if (!user) return new AppError('INVALID_CREDENTIALS');
    const token = await mint.signMfa({ userId: user.id, mark: stateMark(user) });
    return new AppError('MFA_REQUIRED', { details: { methods, mfa_token: token } });
  }

  return {
    async pass(proved, client, codes) {
      const judged = await ask({ account: proved.account, client, ...codes }).catch(
        async (error: unknown) => {
          // The question failed: no session opens, and the attempt does not count against the person.
          await proved.withdraw(error);
          throw error;
        },
      );
      if (judged.kind === 'passed') return judged.restriction;
      if (judged.kind === 'due') {
        await proved.withdraw();
        throw judged.error;
      }
      await proved.fail();
      throw new AppError('INVALID_CREDENTIALS');
    },
    async judge(question) {
      const judged = await ask(question);
      if (judged.kind === 'passed') return { restriction: judged.restriction, isProved: judged.isProved };
      throw judged.kind === 'due' ? judged.error : new AppError('INVALID_CREDENTIALS');
    },
    async accountOf(mfaToken) {
      const claims = await mint.verifyMfa(mfaToken);
      const user = claims && (await UserModel.query(ctx.db.reader).findById(claims.userId));
      return user && stateMark(user) === claims.mark ? accountOf(user) : null;
    },
  };
}

/** Changes when the account is disabled or its password is changed, which makes earlier tokens invalid. */
function stateMark({ passwordHash, disabled, mustChangePassword }: UserModel): string {
  const state = JSON.stringify([passwordHash, disabled, mustChangePassword]);
  return createHash('sha256').update(state).digest('base64url');
}
