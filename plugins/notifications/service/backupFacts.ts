import type { Context, OutboxMessage, Tx } from '#sdk';
import type { BackupFact, FailedBackup } from '../api.ts';
import { audienceOf } from '../domain/audience.ts';
import type { BackupContent } from '../domain/contents.ts';
import { publish } from './publish.ts';
import { currentTellings } from './tellings.ts';

/** Call it in the transaction that notes the failure: it commits with that. */
export async function noteBackupFact(ctx: Context, tx: Tx, failed: FailedBackup): Promise<void> {
  const { id, at, message, directory, lastMadeAt } = failed;
  const payload: BackupFact = {
    id,
    at: at.toISOString(),
    message,
    directory,
    lastMadeAt: lastMadeAt?.toISOString() ?? null,
  };
  await ctx.outbox.write(tx, 'notifications.backupFact', { key: keyOf(payload), payload });
}

const keyOf = ({ id }: Pick<BackupFact, 'id'>): string => `backup ${id}`;

/** Writes the message to those who are told of the whole fleet: a rule for groups is about their hosts. */
export async function spreadBackupFact(ctx: Context, { payload }: OutboxMessage<BackupFact>): Promise<void> {
  const tellings = await currentTellings(ctx);
  const told = audienceOf(tellings, (groupIds) => (groupIds === null ? 'backup.failed' : null));
  if (told.length === 0) return;
  const { at, message, directory, lastMadeAt } = payload;
  const content: BackupContent = { fact: 'backup.failed', at, message, directory, lastMadeAt };
  const editions = [{ content, groupIds: null, recipients: told.map(({ recipient }) => recipient) }];
  const publication = { factKey: keyOf(payload), jobId: null, jobSeq: null, at: new Date(at), editions };
  await ctx.tx((tx) => publish(ctx, tx, publication), { name: 'notifications.spreadBackup' });
}
