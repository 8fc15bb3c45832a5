import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DetachedResult, JobEnv } from '../../backend.ts';
import { isCompleteDeb } from './debFile.ts';
import type { DpkgRow } from '../read/inventory.ts';
import { isConfigured, readInventory } from '../read/inventory.ts';
import { waitForLock } from './lock.ts';
import { isInterrupted, readProblems, statusFile } from '../read/problems.ts';
import { archiveDir, archiveName } from '../plan/reversibility.ts';
import { scriptEnder } from './scripts.ts';
import { downloadExact } from './stash.ts';
import { aptEnv, runWithoutJob, transactionOptions } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** Conffiles that the host changed keep the host's text. */
const configureArgv = ['dpkg', '--force-confdef', '--force-confold', '--configure', '-a'];
const fixArgv = ['apt-get', ...transactionOptions, '--fix-broken', '--no-remove', 'install'];

const unpackArgv = ['dpkg', '--force-confdef', '--force-confold', '--force-depends', '--unpack', '--'];

/** What depends on such a package is broken anyway, and apt installs it again right after. */
const discardArgv = ['dpkg', '--force-remove-reinstreq', '--force-depends', '--remove', '--'];

/** Whether dpkg's database needs work before anything else can be done. */
async function needsRepair(context: AptContext): Promise<boolean> {
  if (await isInterrupted()) return true;
  const { rows } = await readInventory(context);
  return rows.some((row) => !isConfigured(row));
}

/**
 * Finishes what a crash or a failed script has left: `dpkg --configure -a` (which exits with 0 but leaves packages
 * that were cut off while unpacking), then `apt-get --fix-broken install` without removing anything. Does nothing
 * while another package manager works. Returns what is still wrong, in words. `complete` is tried before apt itself
 * chooses versions for what was cut off while unpacking.
 */
export async function repair(
  context: AptContext,
  env: JobEnv | null,
  prefix = 'repair',
  complete?: () => Promise<unknown>,
): Promise<string[]> {
  if (!(await needsRepair(context))) return [];
  const locked = await waitForLock();
  if (locked) return [locked.message];
  env?.log('agent', 'repairing the package database');
  const start = (name: string, argv: readonly string[]) => {
    const step = `${prefix}-${name}`;
    return env ? runStep(context, env, step, argv) : runWithoutJob(context, step, argv);
  };
  await start('configure', configureArgv);
  if (complete && (await isHalfUnpacked(context))) await complete();
  // A failed script alone is no reason to go on: it would only fail again.
  if (await isHalfUnpacked(context)) {
    await start('fix', fixArgv);
    const stranded = await findStranded(context);
    if (stranded.length > 0) {
      env?.log('agent', `taking back what had only begun to arrive: ${stranded.join(', ')}`);
      await start('discard', [...discardArgv, ...stranded]);
      await start('complete', fixArgv);
    }
    const files = await unpackedAgain(context);
    if (files.length > 0) {
      await start('unpack', [...unpackArgv, ...files]);
      await start('finish', configureArgv);
    }
  }
  return readProblems();
}

async function isHalfUnpacked(context: AptContext): Promise<boolean> {
  const { rows } = await readInventory(context);
  return rows.some((row) => row.needsReinstall || ['half-installed', 'unpacked'].includes(row.status));
}

/**
 * The .deb files of packages that dpkg wants to be unpacked again. apt unpacks such a package only while it is
 * half-installed; one that was cut off a moment later it tries to configure instead, which dpkg always refuses.
 */
async function unpackedAgain(context: AptContext): Promise<string[]> {
  const { rows } = await readInventory(context);
  const broken = rows.filter((row) => row.needsReinstall);
  if (broken.length === 0) return [];
  const folder = path.join(context.stashDir, '.repair');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const places = await Promise.all(broken.map((row) => wholeFile(archiveDir, row)));
  const absent = broken.filter((_, i) => places[i] === null);
  if (absent.length > 0) await downloadExact(context, folder, absent);
  const fetched = await Promise.all(absent.map((row) => wholeFile(folder, row)));
  return [...places, ...fetched].filter((file) => file !== null);
}

async function wholeFile(folder: string, row: DpkgRow): Promise<string | null> {
  const file = path.join(folder, archiveName(row));
  return (await isCompleteDeb(file)) ? file : null;
}

/**
 * New packages that were cut off while they were unpacked for the first time. dpkg knows next to nothing about them,
 * so apt takes them for a version that no source offers and never changes them.
 */
async function findStranded(context: AptContext): Promise<string[]> {
  const { rows } = await readInventory(context);
  const broken = new Set(rows.filter((row) => row.needsReinstall).map(({ name }) => name));
  if (broken.size === 0) return [];
  const stanzas = (await readFile(statusFile, 'utf8')).split('\n\n');
  return stanzas.flatMap((stanza) => {
    const name = /^Package: (\S+)$/m.exec(stanza)?.[1];
    const isNew = !/^(Maintainer|Description): /m.test(stanza);
    return name !== undefined && broken.has(name) && isNew ? [name] : [];
  });
}

/**
 * After a transaction that failed: one failing preinst makes apt stop and leave other packages unpacked but not
 * configured, with their services stopped. These are configured by name; the scripts that failed are not run again.
 */
export async function settle(context: AptContext, env: JobEnv): Promise<void> {
  const { rows } = await readInventory(context);
  const unpacked = rows.filter((row) => row.status === 'unpacked' && !row.needsReinstall);
  if (unpacked.length === 0) return;
  env.log('agent', `configuring what was left unpacked: ${unpacked.map(({ name }) => name).join(', ')}`);
  const names = unpacked.map(({ name, arch }) => `${name}:${arch}`);
  await runStep(context, env, 'settle', [...configureArgv.slice(0, -1), '--', ...names]);
}

function runStep(
  context: AptContext,
  env: JobEnv,
  step: string,
  argv: readonly string[],
): Promise<DetachedResult> {
  const onTimeLimit = scriptEnder((text) => env.log('agent', text));
  return env.runDetached(step, { argv, env: aptEnv, timeLimitMs: context.timeLimitMs, onTimeLimit });
}
