import { may } from '../../core/permissions.ts';
import type { User } from '../../core/schema.ts';

/** Whether the user may make groups and change what they are: it affects hosts that a limited user does not see. */
export const mayEditGroups = (user: User | null): boolean => may(user, 'groups:edit') && !isLimited(user);

/** Whether the user sees the hosts of some groups alone. */
export const isLimited = (user: User | null): boolean => (user?.scope_group_ids ?? null) !== null;
