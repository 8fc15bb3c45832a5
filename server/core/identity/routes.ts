import type { IncomingHttpHeaders } from 'node:http';
import { AppError, waitError } from '../../shared/wire/appError.ts';
import { empty, reply } from '../../shared/wire/dispatch.ts';
import type { Context, Routes } from '../../kernel/boot/feature.ts';
import { readIfMatch } from '../../kernel/http/etag.ts';
import { limitKey } from '../../kernel/http/network.ts';
import type { Actor } from '../../kernel/security/actor.ts';
import type { Account } from './accounts.ts';
import type { IdentityService } from './api.ts';
import type { Client } from './sessions.ts';
import type { IdentityParts } from './service/createService.ts';
import { describeOneself, wireTokens } from './service/describe.ts';
import { changePreferences, preferencesOf, type Preferences } from './service/preferences.ts';
import { clientOf } from './service/sessions.ts';

/** Refreshes per network: enough for an office behind one address, too few for guessing. */
const REFRESH_LIMIT = { max: 300, windowSecs: 60 };

export function identityRoutes(ctx: Context, identity: IdentityParts): Routes<'identity'> {
  const { service, signIn, ownPassword, reauthentication, refresh, sessions } = identity;
  return {
    async login({ body, headers, address }) {
      const { username, password, totp_code: code = null, recovery_code: recoveryCode = null } = body;
      const given = { username, password, code, recoveryCode };
      const opened = await signIn.withPassword(given, client(headers, address));
      return reply(200, await service.loginAnswer(opened));
    },
    async refreshSession({ body, headers, address }) {
      await limitAddress(ctx, address);
      return reply(200, wireTokens(await refresh(body.refresh_token, client(headers, address))));
    },
    async logout({ body, address }) {
      await limitAddress(ctx, address);
      await sessions.close(body.refresh_token, address);
      return empty(204);
    },
    async forceChangePassword({ body, headers, address }) {
      const { username, current_password: password, new_password: next } = body;
      await ownPassword.changeDue({ username, password, next }, client(headers, address));
      return empty(204);
    },
    async reauthenticate({ actor, body, headers, address }) {
      const given = {
        password: body.password ?? null,
        totpCode: body.totp_code ?? null,
        recoveryCode: body.recovery_code ?? null,
        challengeKey: body.challenge_key ?? null,
        assertion: body.serialized_assertion ?? null,
      };
      await reauthentication.prove(given, actor, client(headers, address));
      return empty(204);
    },
    async getOwnUser({ actor }) {
      return reply(200, await describeOneself(ctx, await personBehind(service, actor), actor));
    },
    async getOwnPreferences({ actor }) {
      const { id } = await personBehind(service, actor);
      return reply(200, preferencesToWire(await preferencesOf(ctx.db.reader, id)));
    },
    async updateOwnPreferences({ actor, body, headers }) {
      const { id: userId } = await personBehind(service, actor);
      const ifMatch = readIfMatch(headers['if-match']);
      return reply(
        200,
        preferencesToWire(await changePreferences(ctx, { userId, values: body.values, ifMatch })),
      );
    },
    async changeOwnPassword({ actor, body, headers, address }) {
      const { username } = await ownAccount(service, actor.id);
      const { current_password: password, new_password: next } = body;
      await ownPassword.change({ username, password, next }, actor, client(headers, address));
      return empty(204);
    },
  };
}

const client = (headers: IncomingHttpHeaders, address: string): Client =>
  clientOf(address, headers['user-agent']);

async function limitAddress(ctx: Context, address: string): Promise<void> {
  const wait = await ctx.limits.hit(`refresh:network:${limitKey(address)}`, REFRESH_LIMIT);
  if (wait !== null) throw waitError('RATE_LIMITED', wait);
}

/** The caller's account, or that of a token's owner. Throws FORBIDDEN for a service account, which is no person. */
async function personBehind({ accounts }: IdentityService, { kind, id, ownerId }: Actor): Promise<Account> {
  const account = await accounts.find(ownerId ?? id ?? '');
  if (account) return account;
  if (kind !== 'token') throw new AppError('UNAUTHENTICATED');
  throw new AppError('FORBIDDEN', { message: 'A service account is no user, so there is no profile of it.' });
}

/** The names are the client's own. */
const preferencesToWire = ({ values, editVersion }: Preferences) => ({ values, edit_version: editVersion });

async function ownAccount(identity: IdentityService, id: string | null): Promise<Account> {
  const account = id === null ? null : await identity.accounts.find(id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  return account;
}
