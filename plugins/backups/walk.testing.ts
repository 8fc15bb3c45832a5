/** Rows of the walks through the contract: backups that the manager makes. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { of } from '../../test/support/walk/made.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';

/** A public key whose private key nobody has kept. */
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

const backup = of('backup', 'backup_id');

export const callers: FeatureRows['callers'] = {
  'administrators alone': 'listBackups createBackup getBackup',
};

export const valid: FeatureRows['valid'] = {
  createBackup: writes('backup.requested', async ({ must, ids }) => {
    await must('updateSettings', { body: { backup: { recipients: [RECIPIENT] } } });
    ids['backup'] = (await must<Schemas['Backup']>('createBackup')).id;
  }),
  listBackups: reads(({ must }) => must('listBackups')),
  getBackup: reads((w) => w.must('getBackup', backup(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'BACKUP_NOT_CONFIGURED',
    at: {
      async createBackup({ walker }) {
        await walker.must('updateSettings', { body: { backup: { recipients: [] } } });
        return {};
      },
    },
  },
];
