import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { CredentialCheck, Credentials, ProvedPassword } from '../proofs.ts';
import type { Client, OpenedSession, Sessions } from '../sessions.ts';
import type { Codes, SecondFactorStep } from './secondFactor.ts';

export interface SignIn {
  /**
   * Signs in by password, and by a second factor if one is required. Throws the errors of the password check,
   * ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED and MFA_REQUIRED.
   */
  withPassword(credentials: Credentials & Codes, client: Client): Promise<OpenedSession>;
}

export interface SignInParts {
  credentials: CredentialCheck;
  secondFactor: SecondFactorStep;
  sessions: Sessions;
}

export function createSignIn(ctx: Context, { credentials, secondFactor, sessions }: SignInParts): SignIn {
  return {
    async withPassword(given, client) {
      const proved = await credentials.check(given, client);
      if (proved.account.disabled) await refuseRight(proved, 'ACCOUNT_DISABLED');
      if (proved.account.mustChangePassword) await refuseRight(proved, 'PASSWORD_CHANGE_REQUIRED');
      const restriction = await secondFactor.pass(proved, client, {
        code: given.code,
        recoveryCode: given.recoveryCode,
      });
      const opened = await ctx.tx(
        async (tx) => {
          const account = await proved.use(tx);
          if (!account) return null;
          return sessions.open(tx, { accountId: account.id, client, method: 'password', restriction });
        },
        { name: 'sign in' },
      );
      return opened ?? refuseStale(proved);
    },
  };
}

/** For a password that was right when it was checked but is not any more: counts the attempt and throws. */
export async function refuseStale(proved: ProvedPassword): Promise<never> {
  await proved.fail();
  throw new AppError('INVALID_CREDENTIALS');
}

/** For a right password that opens nothing: takes the attempt back and throws. Tells facts of the account only then. */
export async function refuseRight(proved: ProvedPassword, code: string, message?: string): Promise<never> {
  await proved.withdraw();
  throw new AppError(code, message === undefined ? {} : { message });
}
