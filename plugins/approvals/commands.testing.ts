/** The plugin's command as the owner of the data directory calls it, on the database of a running manager. */
import { AppError, commands } from '#sdk';
import { machineActor } from '../../server/kernel/security/actor.ts';
import type { PluginTest } from '#sdk/testing.ts';
import { approvalCommands } from './commands.ts';

/** No feature is set up for a command, so it gets none of their services. */
const absent = (what: string) =>
  new Proxy({} as never, {
    get() {
      throw new Error(`a command has no ${what}`);
    },
  });

export function commandOf({ ctx }: PluginTest) {
  const [command] = approvalCommands;
  const parts: commands.CommandContext = {
    ...ctx,
    core: absent('services'),
    hooks: absent('hooks'),
    steps: absent('steps'),
    outbox: absent('outbox'),
    checkpoints: absent('checkpoints'),
    actor: machineActor('root'),
    print: () => undefined,
  };
  const run = async (words: string[]): Promise<number | undefined> => command?.run?.(parts, words);
  /** The code with which it refuses the words. */
  const refused = async (words: string[]): Promise<string> => {
    try {
      await run(words);
    } catch (error) {
      if (error instanceof AppError) return error.code;
      if (error instanceof commands.UsageError) return error.message;
      throw error;
    }
    throw new Error('it was not refused');
  };
  return Object.assign(run, { refused });
}
