import type { Actor } from '../security/actor.ts';
import type { Context } from '../boot/feature.ts';
import type { BackupOptions, Made } from './backup.ts';
import { noteBackup } from './installation.ts';

/** What encrypts is loaded where it is used alone: each start of the manager would take longer for it. */
const parts = () => import('./backup.ts');

export interface BackupOrder extends BackupOptions {
  /** `-`: the standard output, which is not read once more. */
  file: string;
  actor: Actor;
}

/**
 * Makes a backup of the whole installation in a new file, reads it once more, and notes that and when it was made, also in
 * the audit log. Managers may be at work on the database. Throws BackupUnreadable, and what the system says of the file.
 */
export async function makeBackup(ctx: Context, { file, actor, ...options }: BackupOrder): Promise<Made> {
  const { backUpInto, backUpTo } = await parts();
  const made = await (file === '-' ? backUpInto(process.stdout, ctx, options) : backUpTo(file, ctx, options));
  await ctx.tx(
    async (tx) => {
      await noteBackup(tx, ctx.clock.now());
      ctx.audit.record(tx, {
        actor,
        address: null,
        action: 'backup.made',
        resource: { kind: 'backup', id: null, name: file === '-' ? null : file },
        after: { rows: made.rows, bytes: made.bytes },
      });
    },
    { name: 'backup.made' },
  );
  return made;
}

/** Throws BackupUnreadable, which says why, unless backups can be encrypted to these public keys of age. */
export async function requireRecipients(recipients: readonly string[]): Promise<void> {
  (await import('./sealed.ts')).encrypterTo({ recipients });
}
