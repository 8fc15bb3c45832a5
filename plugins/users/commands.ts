import { commands } from '#sdk';
import { confirmTokens, waitingTokens } from './service/tokens.ts';

const USAGE = 'usage: token confirm (ID… | --all); token waiting lists them';

/** After a restore from a backup API tokens are refused until somebody at the machine says that they still count. */
export const tokenCommands: readonly commands.Command[] = [
  {
    name: 'token waiting',
    summary: 'API tokens that wait for a word since a restore',
    async run(ctx, words) {
      if (words.length > 0) throw new commands.UsageError('usage: token waiting');
      const tokens = await waitingTokens(ctx.db.reader);
      for (const { id, ownerName, name, lastUsedAt } of tokens)
        ctx.print(`${id}  ${ownerName}: ${name}, last used ${lastUsedAt?.toISOString() ?? 'never'}`);
      if (tokens.length === 0) ctx.print('no API token waits');
      return 0;
    },
  },
  {
    name: 'token confirm',
    usage: 'ID… | --all',
    summary: 'says that API tokens still count after a restore',
    async run(ctx, words) {
      const all = words.includes('--all');
      if (words.length === 0 || (all && words.length > 1)) throw new commands.UsageError(USAGE);
      const by = { actor: ctx.actor, address: null };
      const confirmed = await ctx.tx(
        async (tx) => {
          const ids = all ? (await waitingTokens(tx.knex)).map(({ id }) => id) : words;
          return confirmTokens(ctx, tx, ids, by);
        },
        { name: 'confirm API tokens' },
      );
      for (const { ownerName, name } of confirmed) ctx.print(`confirmed: ${ownerName}: ${name}`);
      const unknown = all ? [] : words.filter((word) => !confirmed.some(({ id }) => id === word));
      for (const word of unknown) ctx.print(`no token that waits has the id ${word}`);
      return unknown.length > 0 ? 1 : 0;
    },
  },
];
