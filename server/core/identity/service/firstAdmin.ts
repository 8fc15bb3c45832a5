import type { Context } from '#server/kernel/boot/feature.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import type { Accounts } from '../accounts.ts';
import { readablePassword, type PasswordHasher } from './passwords.ts';
import { assertStrong } from './strength.ts';

const USERNAME = 'admin';

/** Makes the user `admin` if there is no account yet. Returns the password to print; null: nothing to print. */
export async function createFirstAdmin(
  ctx: Context,
  accounts: Accounts,
  hasher: PasswordHasher,
): Promise<string | null> {
  if ((await accounts.list({ limit: 1 })).length > 0) return null;
  const configured = ctx.config.adminPassword;
  if (configured !== null) await assertConfigured(ctx, configured);
  const password = configured ?? readablePassword();
  const passwordHash = await hasher.hash(password);
  const account = {
    username: USERNAME,
    role: 'admin' as const,
    passwordHash,
    mustChangePassword: configured === null,
  };
  try {
    await ctx.tx((tx) => accounts.create(tx, account, { actor: systemActor, address: null }));
  } catch (error) {
    // Another manager that started at the same time made it.
    if (error instanceof AppError && error.code === 'USER_EXISTS') return null;
    throw error;
  }
  return configured === null ? password : null;
}

async function assertConfigured(ctx: Context, password: string): Promise<void> {
  try {
    await assertStrong(ctx, password, USERNAME);
  } catch (error) {
    throw new Error(`FLEETMEND_ADMIN_PASSWORD (admin_password): ${(error as Error).message}`, {
      cause: error,
    });
  }
}
