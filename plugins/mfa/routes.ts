import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  actedBy,
  actors,
  AppError,
  type Context,
  empty,
  http,
  paging,
  reply,
  type Routes,
  waitError,
} from '#sdk';
import { relyingPartyOf, type RelyingParty } from './domain/relyingParty.ts';
import { deletePasskey, listPasskeys, readPasskey, renamePasskey } from './service/passkeys.ts';
import { personOf } from './service/person.ts';
import { statusOf } from './service/policy.ts';
import { startReauthentication } from './service/reauthentication.ts';
import { renewRecoveryCodes } from './service/recoveryCodes.ts';
import { completeRegistration, startRegistration } from './service/registration.ts';
import { removeOwnFactors, removeOwnTotp, resetFactors } from './service/removal.ts';
import { completeSignIn, startSignIn } from './service/signIn.ts';
import { enableTotp, offerTotp } from './service/totp.ts';
import { challengeToWire, offerToWire, passkeyToWire, statusToWire } from './wire.ts';

/** The limit for one network. Nobody can guess a signature, so it only limits the work. */
const SIGN_IN_LIMIT = { max: 120, windowSecs: 60 };

export function mfaRoutes(ctx: Context): Routes<'mfa'> {
  return {
    ...ownFactors(ctx),
    ...passkeys(ctx),
    ...signIns(ctx),
    async disableUserMfa(request) {
      await resetFactors(ctx, request.params.user_id, actedBy(request));
      return empty(204);
    },
  };
}

type Part<Names extends keyof Routes<'mfa'>> = Pick<Routes<'mfa'>, Names>;

function ownFactors(
  ctx: Context,
): Part<'getOwnMfa' | 'setupTotp' | 'verifyTotp' | 'renewRecoveryCodes' | 'disableOwnMfa' | 'disableTotp'> {
  return {
    async getOwnMfa(request) {
      const status = await statusOf(ctx, (await personOf(ctx, request)).account);
      return reply(200, statusToWire(status, partyAt(ctx, request.raw.req) !== null));
    },
    setupTotp: async (request) => reply(200, offerToWire(await offerTotp(ctx, await personOf(ctx, request)))),
    async verifyTotp(request) {
      const { secret_base32: secret, code } = request.body;
      const codes = await enableTotp(ctx, await personOf(ctx, request), { secret, code });
      return reply(200, { recovery_codes: codes });
    },
    async renewRecoveryCodes(request) {
      return reply(200, { recovery_codes: await renewRecoveryCodes(ctx, await personOf(ctx, request)) });
    },
    async disableOwnMfa(request) {
      const { address, headers, body } = request;
      const client = actors.clientOf(address, headers['user-agent']);
      await removeOwnFactors(ctx, await personOf(ctx, request), { password: body.password, client });
      return empty(204);
    },
    async disableTotp(request) {
      await removeOwnTotp(ctx, await personOf(ctx, request));
      return empty(204);
    },
  };
}

function passkeys(
  ctx: Context,
): Part<
  | 'listWebauthnCredentials'
  | 'startWebauthnRegistration'
  | 'completeWebauthnRegistration'
  | 'getWebauthnCredential'
  | 'renameWebauthnCredential'
  | 'deleteWebauthnCredential'
> {
  return {
    async listWebauthnCredentials(request) {
      const rows = await listPasskeys(ctx, await personOf(ctx, request));
      return reply(200, paging.list('credentials', rows.map(passkeyToWire), request.query));
    },
    async startWebauthnRegistration(request) {
      // The body may be left out.
      const keyName = (request.body as { key_name?: string } | undefined)?.key_name ?? null;
      const relyingParty = relyingPartyAt(ctx, request.raw.req);
      const person = await personOf(ctx, request);
      return reply(200, challengeToWire(await startRegistration(ctx, person, { relyingParty, keyName })));
    },
    async completeWebauthnRegistration(request) {
      const { challenge_key: challengeKey, serialized_credential: credential, key_name } = request.body;
      const given = { challengeKey, credential, keyName: key_name ?? null };
      return reply(201, passkeyToWire(await completeRegistration(ctx, await personOf(ctx, request), given)));
    },
    async getWebauthnCredential(request) {
      const { credential_id: id } = request.params;
      return reply(200, passkeyToWire(await readPasskey(ctx, await personOf(ctx, request), id)));
    },
    async renameWebauthnCredential(request) {
      const given = { id: request.params.credential_id, keyName: request.body.key_name };
      return reply(200, passkeyToWire(await renamePasskey(ctx, await personOf(ctx, request), given)));
    },
    async deleteWebauthnCredential(request) {
      await deletePasskey(ctx, await personOf(ctx, request), request.params.credential_id);
      return empty(204);
    },
  };
}

function signIns(
  ctx: Context,
): Part<'startWebauthnAuthentication' | 'completeWebauthnAuthentication' | 'startReauthentication'> {
  return {
    async startWebauthnAuthentication({ headers, address, raw }) {
      await limitSignIns(ctx, 'start', address);
      const started = await startSignIn(ctx, bearerOf(headers), relyingPartyAt(ctx, raw.req));
      return reply(200, challengeToWire(started));
    },
    async completeWebauthnAuthentication({ headers, address, body }) {
      await limitSignIns(ctx, 'complete', address);
      const opened = await completeSignIn(ctx, {
        mfaToken: bearerOf(headers),
        challengeKey: body.challenge_key,
        assertion: body.serialized_assertion,
        client: actors.clientOf(address, headers['user-agent']),
      });
      return reply(200, await ctx.core.identity.loginAnswer(opened));
    },
    async startReauthentication(request) {
      const relyingParty = relyingPartyAt(ctx, request.raw.req);
      const person = await personOf(ctx, request);
      return reply(200, challengeToWire(await startReauthentication(ctx, person, relyingParty)));
    },
  };
}

async function limitSignIns(ctx: Context, step: string, address: string): Promise<void> {
  const wait = await ctx.limits.hit(`mfa:${step}:${http.limitKey(address)}`, SIGN_IN_LIMIT);
  if (wait !== null) throw waitError('RATE_LIMITED', wait);
}

/** Null: none was sent. Throws UNAUTHENTICATED for a credential of another kind. */
function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  return token;
}

/** Throws WEBAUTHN_UNAVAILABLE. */
function relyingPartyAt(ctx: Context, request: IncomingMessage): RelyingParty {
  const found = partyAt(ctx, request);
  if (!found) throw new AppError('WEBAUTHN_UNAVAILABLE');
  return found;
}

/** Null: there are no passkeys at this address. */
function partyAt({ config }: Context, { headers, socket }: IncomingMessage): RelyingParty | null {
  return relyingPartyOf(config, {
    host: headers.host,
    port: socket.localPort,
    isEncrypted: 'encrypted' in socket,
  });
}
