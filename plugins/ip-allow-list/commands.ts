import { commands } from '#sdk';
import { allowList } from './settings.ts';

/** `node server/main.ts allow-list clear`: for somebody who has locked everybody out. */
export const clearAllowList = {
  name: 'allow-list clear',
  summary: 'empties the IP allow-list, so that every address may call again',
  async run({ settings, tx: runTx, audit, actor, print }, args) {
    if (args.length > 0) throw new commands.UsageError(`allow-list clear does not take ${args.join(' ')}`);
    const by = { actor, address: null };
    const removed = await runTx(
      async (tx) => {
        const { value } = await settings.getIn(tx, allowList);
        if (value.length === 0) return value;
        await settings.update(tx, { sections: { [allowList.name]: [] }, ifMatch: null, by });
        const resource = { kind: 'settings' as const, id: allowList.name, name: allowList.name };
        audit.record(tx, { ...by, action: 'allow_list.cleared', resource, before: { entries: value } });
        return value;
      },
      { name: 'clear allow-list' },
    );
    if (removed.length === 0) print('The allow-list was empty already: every address may call.');
    else print(`The allow-list is empty now, and every address may call. It held: ${removed.join(', ')}`);
    return 0;
  },
} satisfies commands.Command;
