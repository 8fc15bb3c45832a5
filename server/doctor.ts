import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { agentPackagesOf } from '../plugins/enrollment/service/packages.ts';
import type { Config } from './config.ts';
import { backedUpAt } from './kernel/backup/installation.ts';
import { isDataDirHeld } from './kernel/boot/dataDirLock.ts';
import { foreignFiles, whyUnwritable } from './kernel/boot/dataDirOwner.ts';
import { migrationsOf } from './kernel/boot/loader.ts';
import { systemClock } from './kernel/clock.ts';
import { MAX_SKEW_MS } from './kernel/db/clockWatch.ts';
import { clockSkewMs, fromTs, type Database } from './kernel/db/database.ts';
import { assertMigrated } from './kernel/db/migrate.ts';
import { openDatabase } from './kernel/db/open.ts';
import { isMasterKey, keyFileOf } from './kernel/security/secrets.ts';
import { managerVersion } from './kernel/version.ts';
import { CALL_MS, freeBytes, healthOf, leadsHere, LEAST_FREE, whyTaken } from './machine.ts';
import { unitsFor } from './serviceManager.ts';
import * as shipped from './plugins.ts';
import { finding, type Finding } from './shared/doctor.ts';
import { sizeText } from './shared/sizeText.ts';

/** What the checks share; each may rest on what an earlier one has found. */
interface Patient {
  config: Config;
  now: Date;
  /** A manager runs on this data directory. */
  isRunning: boolean;
  /** Nothing was ever set up here: there is neither key nor database. */
  isNew: boolean;
  /** The disk of the data directory has no room: what cannot be read or written may be sound. */
  isFull: boolean;
  /** Open from the check of the database on; null: it could not be opened. */
  db: Database | null;
}

/** Null: there is nothing to check, because an earlier check failed. */
type Check = (patient: Patient) => Finding | null | Promise<Finding | null>;

const MIB = 1024 * 1024;
const LITTLE_FREE = 2 * 1024 * MIB;
const DAY_MS = 86_400_000;
const OLD_BACKUP_DAYS = 8;
/** Half of the time that is left when a renewal is due. */
const SOON_MS = 14 * DAY_MS;

/**
 * `fleetmend doctor`: checks this manager's machine, one thing after the other, in the order in which a person would. None
 * of the checks changes anything.
 */
export async function examine(config: Config, now = new Date()): Promise<Finding[]> {
  const patient: Patient = { config, now, isRunning: false, isNew: false, isFull: false, db: null };
  const findings: Finding[] = [];
  try {
    for (const [subject, check] of Object.entries(checks))
      try {
        const found = await check(patient);
        if (found) findings.push(found);
      } catch (error) {
        const { message } = error as Error;
        findings.push(finding(subject, 'failure', message.split('\n')[0] ?? message));
      }
  } finally {
    await patient.db?.close();
  }
  return findings;
}

const dataDirectory: Check = (patient) => {
  const { dataDir } = patient.config;
  const subject = 'data directory';
  if (!existsSync(dataDir))
    return finding(
      subject,
      'failure',
      `${dataDir} does not exist`,
      'start the manager once, or set data_dir',
    );
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const why = whyUnwritable(dataDir, (error as NodeJS.ErrnoException).code ?? '');
    return finding(
      subject,
      'failure',
      `${dataDir} cannot be written: ${why}`,
      'run this as its owner, or as root',
    );
  }
  const foreign = foreignFiles(dataDir, statSync(dataDir).uid);
  if (foreign !== null) return finding(subject, 'failure', foreign);
  patient.isRunning = isDataDirHeld(dataDir);
  const { databaseUrl, secretKey: configured } = patient.config;
  const files = [keyFileOf(dataDir), join(dataDir, 'fleetmend.sqlite')];
  patient.isNew = databaseUrl === null && configured === null && !files.some((file) => existsSync(file));
  return patient.isNew
    ? finding(
        subject,
        'failure',
        `no manager has been set up in ${dataDir} yet`,
        'start the manager once, or run fleetmend setup',
      )
    : finding(subject, 'ok', dataDir);
};

const disk: Check = (patient) => {
  const { dataDir } = patient.config;
  if (!existsSync(dataDir)) return null;
  const free = freeBytes(dataDir);
  patient.isFull = free < LEAST_FREE;
  const detail = `${sizeText(free)} free in ${dataDir}`;
  const advice = 'free some space: a full disk stops all writes, and with them all jobs';
  if (patient.isFull) return finding('disk', 'failure', detail, advice);
  return free < LITTLE_FREE ? finding('disk', 'warning', detail, advice) : finding('disk', 'ok', detail);
};

const secretKey: Check = ({ config, isNew }) => {
  const subject = 'secret key';
  if (isNew) return null;
  if (config.secretKey !== null) return finding(subject, 'ok', 'from the configuration');
  if (!existsSync(config.dataDir)) return null;
  const file = keyFileOf(config.dataDir);
  const restore =
    'restore it from your backup: without it stored passwords and the certificate authority cannot be read';
  if (!existsSync(file)) return finding(subject, 'failure', `${file} does not exist`, restore);
  if (!isMasterKey(readFileSync(file, 'utf8').trim()))
    return finding(subject, 'failure', `${file} does not contain a key`, restore);
  const mode = statSync(file).mode & 0o777;
  return (mode & 0o077) === 0
    ? finding(subject, 'ok', file)
    : finding(
        subject,
        'warning',
        `${file} is readable by others (mode ${mode.toString(8)})`,
        `chmod 600 ${file}`,
      );
};

const service: Check = async ({ config: { listen, port }, isRunning, isNew }) => {
  const subject = 'service';
  if (isNew) return null;
  if (!isRunning) return whyStopped(listen, port);
  const health = await healthOf(listen, port).catch((error: unknown) => String((error as Error).message));
  if (typeof health === 'string')
    return finding(
      subject,
      'failure',
      `a manager is running, but ${listen}:${port} does not respond (${health})`,
      'see its log',
    );
  const failing = Object.entries(health.checks).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
  if (failing.length > 0)
    return finding(subject, 'failure', `it reports as failing: ${failing.join(', ')}`, 'see its log');
  return health.version === managerVersion()
    ? finding(subject, 'ok', `version ${health.version} answers on ${listen}:${port}`)
    : finding(
        subject,
        'warning',
        `version ${health.version} is running, but this program is ${managerVersion()}`,
        'systemctl restart fleetmend',
      );
};

/** systemd holds the port of a package while no manager runs: then nobody has taken it. */
async function whyStopped(listen: string, port: number): Promise<Finding> {
  const subject = 'service';
  const units = await unitsFor(port);
  const isHeld = units.socket === 'active';
  const taken = isHeld ? null : await whyTaken(listen, port);
  if (taken !== null)
    return finding(
      subject,
      'failure',
      `no manager is running here, and ${taken}`,
      'stop that program, or set another port',
    );
  if (units.service === 'failed' || units.service === 'activating')
    return finding(
      subject,
      'failure',
      `the manager does not start${isHeld ? `; systemd keeps port ${port} for it` : ''}`,
      'fix what failed above; if nothing did, see journalctl -u fleetmend -n 20',
    );
  const detail = `no manager is running here; port ${port} is ${isHeld ? 'held by systemd for it' : 'free'}`;
  return finding(subject, 'warning', detail, 'systemctl start fleetmend');
}

const address: Check = async ({ config: { publicUrl, listen } }) => {
  const subject = 'address';
  if (publicUrl === null) {
    const detail =
      'public_url is not set, so installers and mails use the address that the manager listens on';
    const isLocal = listen.startsWith('127.') || listen === '::1';
    return finding(subject, isLocal ? 'warning' : 'ok', detail, 'set public_url to the name that hosts use');
  }
  const { hostname } = new URL(publicUrl);
  try {
    const addresses = (await lookup(hostname, { all: true })).map((one) => one.address);
    const elsewhere = leadsHere(addresses)
      ? ''
      : ', which is not this machine; that is fine only behind a proxy or NAT';
    return finding(subject, 'ok', `${hostname} resolves to ${addresses.join(', ')}${elsewhere}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return finding(
      subject,
      'failure',
      `${hostname} does not resolve (${code})`,
      'correct public_url or the DNS',
    );
  }
};

const database: Check = async (patient) => {
  const { databaseUrl, dataDir } = patient.config;
  const subject = 'database';
  if (patient.isNew) return null;
  const file = join(dataDir, 'fleetmend.sqlite');
  if (!existsSync(dataDir)) return null;
  if (databaseUrl === null && !existsSync(file))
    return finding(
      subject,
      'failure',
      `${file} does not exist`,
      'restore it from your backup, or set data_dir',
    );
  try {
    patient.db = await openDatabase({ url: databaseUrl ?? undefined, file, log: pino({ level: 'silent' }) });
  } catch (error) {
    const ofFile = patient.isFull
      ? 'free some space first, then run this again'
      : 'restore it from your backup';
    const advice = databaseUrl === null ? ofFile : 'check that it is running and accepts this user';
    return finding(subject, 'failure', (error as Error).message, advice);
  }
  const all = [...shipped.core, ...shipped.plugins];
  const off = patient.config.disabledPlugins;
  const on = all.filter(({ name }) => !off.includes(name));
  try {
    // Installed plugins have tables of their own, of which this program knows nothing.
    const done = (await patient.db.knex('kernel_migrations').select('name')) as { name: string }[];
    const others = done.map(({ name }) => name.split('/')[0] ?? '').filter((name) => isForeign(name, all));
    await assertMigrated(patient.db, migrationsOf(on), [...off, ...others]);
  } catch (error) {
    return finding(subject, 'failure', (error as Error).message);
  }
  const size = databaseUrl === null ? `, ${sizeText(statSync(file).size)}` : '';
  return finding(
    subject,
    'ok',
    `${databaseUrl === null ? 'SQLite' : 'MariaDB'} with the schema of this version${size}`,
  );
};

const isForeign = (feature: string, all: readonly { name: string }[]): boolean =>
  feature !== 'kernel' && all.every(({ name }) => name !== feature);

const clock: Check = async ({ db, now }) => {
  const subject = 'clock';
  if (!db) return null;
  const skewMs = db.dialect === 'sqlite' ? 0 : await clockSkewMs(db, systemClock);
  const advice = 'correct it, for example by NTP: leases, maintenance windows and certificates depend on it';
  if (Math.abs(skewMs) > MAX_SKEW_MS)
    return finding(
      subject,
      'failure',
      `${Math.round(skewMs / 1_000)} s off the clock of the database`,
      advice,
    );
  const last = (await db.knex('kernel_audit').max({ at: 'at' }).first()) as { at: unknown } | undefined;
  const at = fromTs(last?.at ?? null);
  return at && at.getTime() > now.getTime() + MAX_SKEW_MS
    ? finding(
        subject,
        'failure',
        `it is earlier than the last entry of the audit log (${at.toISOString()})`,
        advice,
      )
    : finding(subject, 'ok', now.toISOString());
};

const certificates: Check = async ({ db, config, now }) => {
  const subject = 'certificates';
  const { webCertFile, webKeyFile } = config;
  for (const file of [webCertFile, webKeyFile])
    if (file !== null && !existsSync(file)) return finding(subject, 'failure', `${file} does not exist`);
  const ends: [string, Date][] = [];
  if (webCertFile !== null)
    ends.push([webCertFile, new X509Certificate(readFileSync(webCertFile)).validToDate]);
  const roots = db
    ? ((await db
        .knex('agents_roots')
        .join('agents_keys', 'agents_keys.name', 'agents_roots.id')
        .whereNull('retired_at')
        .select('certificate_pem as pem')) as { pem: string }[])
    : [];
  for (const { pem } of roots) ends.push(['the root', new X509Certificate(pem).validToDate]);
  const soon = ends.filter(([, end]) => end.getTime() < now.getTime() + SOON_MS);
  if (soon.length === 0)
    return finding(subject, 'ok', ends.length === 0 ? 'no files and no root yet' : 'none expires soon');
  const [[name, end] = ['', now]] = soon;
  const state = end < now ? 'failure' : 'warning';
  return finding(subject, state, `${name} expires at ${end.toISOString()}`, 'see the page Certificates');
};

const agents: Check = async ({ db }) => {
  const subject = 'agents';
  if (!db) return null;
  const rows = (await db
    .knex('hosts_hosts')
    .where('live', 1)
    .groupBy('health_status')
    .select('health_status as health')
    .count({ hosts: '*' })) as { health: string; hosts: number | string }[];
  const total = rows.reduce((sum, { hosts }) => sum + Number(hosts), 0);
  const away = Number(rows.find(({ health }) => health === 'unreachable')?.hosts ?? 0);
  const detail = `${total - away} of ${total} hosts answered their last poll`;
  if (away === 0) return finding(subject, 'ok', detail);
  const advice = 'run fleetmend-agent doctor on a host to see what is wrong there';
  return finding(subject, away === total ? 'failure' : 'warning', detail, advice);
};

const backup: Check = async ({ db, now }) => {
  const subject = 'backup';
  if (!db) return null;
  const at = await backedUpAt(db.knex);
  if (at === null)
    return finding(
      subject,
      'warning',
      'no backup has ever been made',
      'turn on daily backups in the settings: see /docs/run/backups on the manager',
    );
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  const detail = `the last one was made at ${at.toISOString()}`;
  return days < OLD_BACKUP_DAYS
    ? finding(subject, 'ok', detail)
    : finding(
        subject,
        'warning',
        detail,
        'find out why: see Settings → General → Backup, or the timer that runs fleetmend backup',
      );
};

const mail: Check = async ({ db }) => {
  const subject = 'mail';
  if (!db) return null;
  const row = (await db.knex('kernel_settings').where('name', 'smtp').first('value')) as
    | { value: string }
    | undefined;
  const smtp = JSON.parse(row?.value ?? '{}') as { enabled?: boolean; host?: string; port?: number };
  if (smtp.enabled !== true || smtp.host === undefined) return finding(subject, 'ok', 'switched off');
  const { host, port = 587 } = smtp;
  const socket = connect({ host, port, timeout: CALL_MS });
  socket.on('timeout', () => socket.destroy(new Error(`no answer within ${CALL_MS / 1_000} s`)));
  try {
    await once(socket, 'connect');
    return finding(subject, 'ok', `${host}:${port} accepts connections`);
  } catch (error) {
    const { message } = error as Error;
    return finding(
      subject,
      'failure',
      `${host}:${port}: ${message}`,
      'check that the server is running, or change the settings',
    );
  } finally {
    socket.destroy();
  }
};

const packages: Check = ({ config: { packagesDir } }) => {
  const subject = 'packages of the agent';
  const found = agentPackagesOf(packagesDir).map(({ name }) => name);
  return found.length > 0
    ? finding(subject, 'ok', found.join(', '))
    : finding(
        subject,
        'warning',
        `none in ${packagesDir}, and none came with this program: the installer has nothing to install`,
        'see /docs/install/agents on the manager',
      );
};

const checks: Readonly<Record<string, Check>> = {
  'data directory': dataDirectory,
  disk,
  'secret key': secretKey,
  address,
  database,
  clock,
  // After what it may fail by.
  service,
  certificates,
  agents,
  mail,
  backup,
  'packages of the agent': packages,
};
