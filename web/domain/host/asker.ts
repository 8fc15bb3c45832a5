import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { session } from '../../core/session.ts';
import type { Asker } from './offers.ts';

/** Who is signed in, and what this manager serves. */
export const asker: Asker = {
  may: (permission) => may(session.user, permission),
  serves: (operation) => features.serves(operation),
};
