import type { Gate } from '#sdk';
import { PasskeyModel, TotpModel } from './models.ts';
import { mfaSection } from './settings.ts';

/** If this plugin were off, the password alone would let everybody in, and nobody would notice. */
export const mfaGate: Gate = {
  by: 'users with a second factor, and roles that must have one',
  async enabled({ reader, settings }) {
    const { required_roles: roles } = await settings.get(mfaSection);
    const totp = await TotpModel.query(reader).resultSize();
    const alone = PasskeyModel.query(reader).whereNotIn('user_id', TotpModel.query(reader).select('user_id'));
    const [row] = await alone.countDistinct('user_id as users');
    return totp + Number((row as { users?: unknown } | undefined)?.users ?? 0) + roles.length;
  },
};
