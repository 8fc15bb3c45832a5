/** Turns rows into the shapes of the API contract. */
import type { components } from '../../generated/manager.ts';
import type { Session } from '#sdk/identity.ts';
import type { OwnToken } from './service/tokens.ts';

type Schemas = components['schemas'];

export function tokenToWire(token: OwnToken): Schemas['ApiToken'] {
  return {
    id: token.id,
    name: token.name,
    owner: { kind: token.ownerKind, id: token.accountId, name: token.ownerName },
    role: token.role,
    scopes: token.scopes === null ? null : [...token.scopes],
    group_ids: token.groupIds === null ? null : [...token.groupIds],
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_address: token.lastUsedAddress,
    previous_until: token.previousUntil?.toISOString() ?? null,
    waiting_since: token.waitingSince?.toISOString() ?? null,
  };
}

/** `currentId`: the caller's session. */
export const sessionsToWire = (
  sessions: readonly Session[],
  currentId: string | null,
): Schemas['UserSession'][] =>
  sessions.map((session) => ({
    id: session.id,
    device: session.device,
    address: session.address,
    method: session.method,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    current: session.id === currentId,
  }));
