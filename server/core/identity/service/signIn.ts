import { AppError } from '../../../shared/wire/appError.ts';
import type { Context } from '../../../kernel/boot/feature.ts';
import type {
  Client,
  CredentialCheck,
  Credentials,
  OpenedSession,
  ProvedPassword,
  Sessions,
} from '../api.ts';
import type { Codes, SecondFactorStep } from './secondFactor.ts';

export interface SignIn {
  /**
   * By password, and by a second factor where one is due. Throws what the check of the password throws,
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

/** The password was right when it was checked, and is not any more. */
export async function refuseStale(proved: ProvedPassword): Promise<never> {
  await proved.fail();
  throw new AppError('INVALID_CREDENTIALS');
}

/** What is true of an account shows only after the right password; the attempt opened nothing and is taken back. */
export async function refuseRight(proved: ProvedPassword, code: string, message?: string): Promise<never> {
  await proved.withdraw();
  throw new AppError(code, message === undefined ? {} : { message });
}
