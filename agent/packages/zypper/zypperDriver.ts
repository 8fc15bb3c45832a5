import path from 'node:path';
import { advisingOf } from '../rpm/read/advising.ts';
import type { RpmCommand, RpmDriver, RpmResolution } from '../rpm/rpmDriver.ts';
import type { RpmRow } from '../rpm/read/inventory.ts';
import { nevra } from '../rpm/read/inventory.ts';
import type { RpmContext } from '../rpm/rpmContext.ts';
import { readAdvisories } from './read/advisories.ts';
import { zypperExit } from './ask.ts';
import { automaticKeys, markAutomaticArgv } from './read/automatic.ts';
import { classify } from './classify.ts';
import { commandArgv, exactArgument, refreshArgv, zypperArgv } from './command.ts';
import { findKernelsKept } from './read/kernels.ts';
import { heldKeys, holdArgv, readLocks } from './read/locks.ts';
import { ranked, readOffers, readOrigins } from './plan/offers.ts';
import { hasMetadata, leaveOut, readRepositories, repomdByName } from './read/repositories.ts';
import { dryRun } from './plan/resolve.ts';
import { resolveUpgrade } from './plan/select.ts';
import { metadataFiles, offerFiles, stateFiles } from './read/state.ts';
import { readZypperProxies } from './read/proxies.ts';

/** zypper 1.14 and newer, for the openSUSE and SUSE distributions. */
export const zypperDriver: RpmDriver = {
  name: 'zypper',
  proxies: readZypperProxies,
  locks: {
    files: ['/var/lib/rpm/.rpm.lock', '/usr/lib/sysimage/rpm/.rpm.lock'],
    pidFiles: ['/run/zypp.pid', '/run/zypp-rpm.pid'],
  },
  readOffers,
  ranked,
  advisories: readAdvisories,
  advising: async (context, signal) => advisingOf(await repomdByName(context, signal)),
  heldKeys: async (context) => heldKeys(await readLocks(context)),
  holdArgv,
  automaticKeys,
  upgradeKeepsMarks: false,
  markAutomaticArgv,
  origins: readOrigins,
  resolve: (context, _inventory, command, signal) => resolveCommand(context, command, signal),
  repairs: () => [{ verb: 'verify', targets: [], excludes: [] }],
  argv: (command, mode) => {
    const [verb = '', ...rest] = commandArgv(command);
    return zypperArgv(...(command.options ?? []), verb, ...fetching(verb, mode), ...rest);
  },
  fetchedCodes: [0, zypperExit.repositoriesSkipped],
  refreshArgv: (source) => [...refreshArgv, ...(source === undefined ? [] : ['--', source])],
  sources: readRepositories,
  hasList: hasMetadata,
  leaveOut,
  cacheFolders: ['/var/cache/zypp/packages'],
  fetchArgv,
  reinstallArgv,
  classify,
  kernelsKept: () => findKernelsKept(),
  stateFiles,
  metadataFiles,
  offerFiles,
};

/** Overrules `commit.downloadMode` of zypp.conf, with which zypper may only download and still end with 0. */
function fetching(verb: string, mode: Parameters<RpmDriver['argv']>[1]): string[] {
  if (verb !== 'install' && verb !== 'verify') return [];
  return [mode === 'download' ? '--download-only' : '--download-in-advance'];
}

async function resolveCommand(
  given: RpmContext,
  command: RpmCommand,
  signal?: AbortSignal,
): Promise<RpmResolution> {
  const context = command.options ? { ...given, sourceOptions: command.options } : given;
  if (command.verb === 'upgrade') return resolveUpgrade(context, command, signal);
  const { changes, refusal } = await dryRun(context, commandArgv(command), signal);
  return { changes, skipped: [], error: refusal?.text ?? null };
}

/** zypper puts what it fetches into a folder named after the repository; the script moves the files side by side. */
const fetchScript =
  'folder=$1; shift; "$@"; ended=$?; find "$folder/.fetched" -name "*.rpm" -exec mv -f -t "$folder" {} +;' +
  ' rm -rf "$folder/.fetched"; exit $ended';

function fetchArgv(
  folder: string,
  versions: readonly { name: string; arch: string; version: string }[],
  sourceOptions: readonly string[] = [],
): string[] {
  const names = versions.map((version) => exactArgument(nevra(version)));
  const cache = ['--pkg-cache-dir', path.join(folder, '.fetched')];
  return [
    'sh',
    '-c',
    fetchScript,
    'sh',
    folder,
    ...zypperArgv(...sourceOptions, ...cache, 'download', '--', ...names),
  ];
}

function reinstallArgv(rows: readonly RpmRow[]): string[] {
  const names = rows.map((row) => exactArgument(nevra(row)));
  return zypperArgv('install', '--name', '--force', '--no-recommends', '--', ...names);
}
