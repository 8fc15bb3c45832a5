import type { IncomingMessage } from 'node:http';
import passport from 'passport';
import { type Actor, actors, type Context, http } from '#sdk';
import type { Account, Verifier } from '#sdk/identity.ts';
import {
  hashOf,
  isToken,
  isUseNews,
  mayHaveTools,
  permissionsOfToken,
  USE_WRITTEN_EVERY_MS,
} from '../domain.ts';
import { ServiceAccountModel, TokenModel } from '../models.ts';

const HEADER = /^Bearer +(\S+)$/i;

/** Judges API tokens, at each call and for each open connection. */
export function tokenVerifier(ctx: Context): Verifier {
  const callerOf = http.callerResolver(ctx.config.trustedProxies);
  return {
    name: 'api-token',
    strategy: strategyOf((req) => judge(ctx, tokenOf(req) ?? '', () => callerOf(req))),
    credentialOf: tokenOf,
    async recheck({ id, ownerId }) {
      if (ownerId === undefined || id === null) return null;
      const token = await TokenModel.query(ctx.db.reader).findById(id);
      return token ? actorOf(ctx, token) : null;
    },
  };
}

export function tokenOf(req: IncomingMessage): string | null {
  const text = HEADER.exec(req.headers.authorization ?? '')?.[1];
  return text !== undefined && isToken(text) ? text : null;
}

type Judge = (req: IncomingMessage) => Promise<Actor | null>;

/** Passport copies the strategy for each request, so it holds no state. */
function strategyOf(judgeOf: Judge): passport.Strategy {
  class TokenStrategy extends passport.Strategy {
    override authenticate(this: passport.StrategyCreated<this>, req: IncomingMessage): void {
      judgeOf(req).then(
        (actor) => (actor ? this.success(actor) : this.fail('invalid_token', 401)),
        (error: unknown) => this.error(error),
      );
    }
  }
  return new TokenStrategy();
}

/** Who calls with this token; null: nobody, or somebody who may not. */
async function judge(ctx: Context, secret: string, address: () => string): Promise<Actor | null> {
  const hash = hashOf(secret);
  const { reader } = ctx.db;
  const token =
    (await TokenModel.query(reader).findOne({ secret_hash: hash })) ??
    (await TokenModel.query(reader)
      .findOne({ previous_hash: hash })
      .where('previous_until', '>', ctx.clock.now()));
  const actor = token ? await actorOf(ctx, token) : null;
  if (token && actor) await writeUse(ctx, token, address());
  return actor;
}

/** Each call is judged by what token and owner are now. */
async function actorOf(ctx: Context, token: TokenModel): Promise<Actor | null> {
  const now = ctx.clock.now();
  if (token.expiresAt <= now || token.waitingSince !== null) return null;
  const isService = token.ownerKind === 'service_account';
  const owner = await (isService ? serviceOf : personOf)(ctx, token, now);
  if (!owner) return null;
  const { id, name, role, scopes } = token;
  const held = await ctx.core.identity.roles.permissionsOfAll([role, owner.role]);
  const ofOwner = held.get(owner.role) ?? [];
  return {
    ...actors.withoutSession,
    kind: 'token',
    id,
    ownerId: owner.id,
    name: `${owner.name}: ${name}`,
    role,
    permissions: permissionsOfToken(ctx.permissions, {
      scopes,
      sets: [held.get(role) ?? [], isService ? actors.ofServices(ofOwner) : ofOwner],
    }),
  };
}

interface Owner {
  id: string;
  name: string;
  role: string;
}

async function personOf(ctx: Context, { accountId }: TokenModel, now: Date): Promise<Owner | null> {
  const owner = await ctx.core.identity.accounts.find(accountId);
  if (!owner || !mayHaveTools(owner, now) || !(await isFit(ctx, owner))) return null;
  return { id: owner.id, name: owner.username, role: owner.role };
}

async function serviceOf(ctx: Context, { accountId }: TokenModel, now: Date): Promise<Owner | null> {
  const owner = await ServiceAccountModel.query(ctx.db.reader).findById(accountId);
  return owner && owner.expiresAt > now ? owner : null;
}

async function isFit(ctx: Context, account: Account): Promise<boolean> {
  const answers = await ctx.hooks.ask('users.tokenOwner', { account });
  return answers.every(({ answer }) => answer === 'fit');
}

/** Of many uses at once, on any managers, one is written. A write that fails is no reason to refuse the call. */
async function writeUse(ctx: Context, { id, lastUsedAt }: TokenModel, address: string): Promise<void> {
  const now = ctx.clock.now();
  if (!isUseNews(lastUsedAt, now)) return;
  const use = { lastUsedAt: now, lastUsedAddress: address.slice(0, 64) };
  const write = ctx.tx(
    async ({ knex }) =>
      TokenModel.query(knex)
        .findById(id)
        .where((due) =>
          due
            .whereNull('last_used_at')
            .orWhere('last_used_at', '<=', new Date(now.getTime() - USE_WRITTEN_EVERY_MS)),
        )
        .patch(use),
    { durable: false, name: 'note use of API token' },
  );
  await write.catch((error: unknown) =>
    ctx.log.warn({ error, tokenId: id }, 'the use of a token was not noted'),
  );
}
