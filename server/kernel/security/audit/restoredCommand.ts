import { CommandRefused, UsageError } from '../../boot/commands.ts';
import { isHeldByAnother, lockDataDir } from '../../boot/dataDirLock.ts';
import type { Command, CommandContext } from '../../boot/feature.ts';
import { acceptRestore } from './restored.ts';

/** Longest reason, in characters. */
const MAX_REASON = 500;

/**
 * `node server/main.ts audit restored --reason TEXT`: after an older copy of the database was put back beside the
 * manager's checkpoints, the check would find for ever that the end of the log was cut off. Exits with 1 where the log is
 * not intact even so.
 */
export const auditRestored: Command = {
  name: 'audit restored',
  usage: '--reason TEXT',
  summary: 'says that the database is an older copy that was put back; for a manager that is stopped',
  async run(ctx, args) {
    const reason = reasonOf(args);
    const release = lock(ctx);
    try {
      const parts = { ...ctx, reader: ctx.db.reader, runTx: ctx.tx };
      const restored = await acceptRestore(parts, { actor: ctx.actor, reason });
      if (restored === null)
        throw new CommandRefused('all checkpoints of this manager fit the log: no older copy was put back');
      const { keptRows, lost } = restored;
      ctx.print(`Rows up to ${keptRows} are held by checkpoints that were signed at their time.`);
      ctx.print(`Rows after it are lost, up to row ${lost.rows} at least, which was signed at ${lost.at}.`);
      const { intact } = await ctx.audit.check();
      ctx.print(
        intact
          ? 'The audit log is intact from here on; that it was restored, by whom and why is in its last row.'
          : 'The audit log is NOT intact for other reasons: audit verify names them.',
      );
      return intact ? 0 : 1;
    } finally {
      release();
    }
  },
};

function reasonOf(args: readonly string[]): string {
  const [flag, text = '', ...more] = args;
  const reason = text.trim();
  if (flag !== '--reason' || more.length > 0 || reason === '')
    throw new UsageError('audit restored takes --reason TEXT, which says why the copy was put back');
  if (reason.length > MAX_REASON) throw new UsageError(`the reason has more than ${MAX_REASON} characters`);
  return reason;
}

function lock({ config }: CommandContext): () => void {
  try {
    return lockDataDir(config.dataDir);
  } catch (error) {
    if (!isHeldByAnother(error)) throw error;
    throw new CommandRefused(`a manager is running on ${config.dataDir}: stop it first`, { cause: error });
  }
}
