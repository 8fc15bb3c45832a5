import { commands } from '#sdk';
import { removeFactors } from './service/factors.ts';

/** For somebody who has lost all factors, or an administrator who is locked out. */
export const mfaCommands: readonly commands.Command[] = [
  {
    name: 'user disable-mfa',
    usage: 'NAME',
    summary: 'removes all second factors: TOTP, passkeys, recovery codes',
    async run(ctx, words) {
      const [name] = words;
      if (name === undefined || words.length !== 1)
        throw new commands.UsageError('usage: user disable-mfa NAME');
      const account = await commands.accountByName(ctx, name);
      const by = { actor: ctx.actor, address: null };
      await ctx.tx((tx) => removeFactors(ctx, tx, { action: 'mfa.reset', account, by }), {
        name: 'disable mfa',
      });
      ctx.print(`'${account.username}' has no second factor any more`);
      return 0;
    },
  },
];
