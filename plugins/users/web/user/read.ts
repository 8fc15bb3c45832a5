import { api } from '#web/core/api.ts';
import { saveOnce, versioned } from '#web/core/edits.ts';
import type { Schemas, User } from '#web/core/schema.ts';

export type UserEdit = Schemas['UpdateUserRequest'];

/** A user, and the version that a change must name. */
export interface VersionedUser {
  user: User;
  etag: string;
}

export function readUser(id: string, signal?: AbortSignal): Promise<VersionedUser> {
  return versioned('user', api.GET('/api/v1/users/{user_id}', { params: { path: { user_id: id } }, signal }));
}

/** 412 `PRECONDITION_FAILED`: somebody has changed the user since. */
export function saveUser(
  { user, etag }: VersionedUser,
  body: UserEdit,
  query: { cancel_scheduled?: boolean } = {},
): Promise<VersionedUser> {
  const params = { path: { user_id: user.id }, header: { 'If-Match': etag }, query };
  return saveOnce(body, {
    save: () => versioned('user', api.PUT('/api/v1/users/{user_id}', { params, body })),
    read: () => readUser(user.id),
    valuesOf: (now) => now.user,
  });
}
