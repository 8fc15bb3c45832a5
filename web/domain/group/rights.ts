import { isLimited, may } from '../../core/permissions.ts';
import type { User } from '../../core/schema.ts';

/** Whether the user may make groups and change what they are: it affects hosts that a limited user does not see. */
export const mayEditGroups = (user: User | null): boolean => may(user, 'groups:edit') && !isLimited(user);
