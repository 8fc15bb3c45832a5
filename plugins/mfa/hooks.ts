import { AppError, type Context, type FeatureSetup } from '#sdk';
import type { FactorQuestion } from '#sdk/identity.ts';
import type {} from '../users/api.ts';
import { hasFactor, methodsOf, SETUP_ONLY, SETUP_OPERATIONS } from './domain/policy.ts';
import { factorsOf, withFactor } from './service/factors.ts';
import { holdOverdue, owesFactor, restrictionAt } from './service/policy.ts';
import { proveAgain } from './service/reauthentication.ts';
import { useRecoveryCode } from './service/recoveryCodes.ts';
import { useTotp } from './service/totp.ts';

export function mfaHooks(ctx: Context) {
  return {
    'identity.secondFactor': (question) => secondFactor(ctx, question),
    'identity.reauthenticate': (question) => proveAgain(ctx, question),
    'identity.accountFacts': async ({ accountIds }) => {
      const having = await withFactor(ctx.db.reader, accountIds);
      return new Map(accountIds.map((id) => [id, { mfaEnabled: having.has(id) }]));
    },
    'users.tokenOwner': async ({ account }) => ((await owesFactor(ctx, account)) ? 'refused' : 'fit'),
    'http.beforeOperation': async ({ operationId, actor }) => {
      if (SETUP_OPERATIONS.has(operationId)) return undefined;
      if (actor.restriction === SETUP_ONLY || (await holdOverdue(ctx, actor)))
        throw new AppError('MFA_SETUP_REQUIRED');
      return undefined;
    },
  } satisfies FeatureSetup<'mfa'>['hooks'];
}

async function secondFactor(ctx: Context, { account, client, code, recoveryCode }: FactorQuestion) {
  const factors = await factorsOf(ctx.db.reader, account.id);
  const restriction = await restrictionAt(ctx, account, factors);
  if (restriction !== null) return { kind: 'restricted', restriction } as const;
  if (!hasFactor(factors)) return { kind: 'none' } as const;
  if (code !== null && factors.totp) {
    const used = await useTotp(ctx, account.id, { typed: code, address: client.address });
    return { kind: used === 'proved' ? 'proved' : 'wrong' } as const;
  }
  if (recoveryCode !== null) {
    const held = await useRecoveryCode(ctx, account, { typed: recoveryCode, client });
    return { kind: held ? 'proved' : 'wrong' } as const;
  }
  return { kind: 'due', methods: methodsOf(factors) } as const;
}
