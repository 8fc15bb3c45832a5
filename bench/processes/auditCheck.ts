// Checks the audit log of a database, as a manager does it, and prints how long it took and what it held at most.
import { createCheckpoints } from '../../server/kernel/security/audit/checkpoints.ts';
import { checkAudit } from '../../server/kernel/security/audit/check.ts';
import { systemClock } from '../../server/kernel/clock.ts';
import { openDatabase } from '../../server/kernel/db/open.ts';
import { createReading } from '../../server/kernel/db/reading/reading.ts';
import { createRunTx } from '../../server/kernel/db/tx.ts';
import { createSecrets, loadMasterKey } from '../../server/kernel/security/secrets.ts';
import { pino } from 'pino';
import { peakMemoryMb } from '../support/peak.ts';

const [dataDir = '', file, url] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const db = await openDatabase({ ...(url ? { url } : { file: file ?? '' }), log });
const runTx = createRunTx(db, log);
const secrets = createSecrets(loadMasterKey(dataDir, null));
const checkpoints = createCheckpoints({
  dataDir,
  secrets,
  db,
  runTx,
  clock: systemClock,
  log,
  instanceId: 'bench',
});
await checkpoints.write();
const reading = createReading(db.address);
const startedAtMs = performance.now();
const { intact, rowsChecked, coveredRows } = await checkAudit({ db, runTx, secrets, reading, checkpoints });
const ms = performance.now() - startedAtMs;
process.stdout.write(`${JSON.stringify({ ms, intact, rowsChecked, coveredRows, peakMb: peakMemoryMb() })}\n`);
await reading.stop();
await db.close();
