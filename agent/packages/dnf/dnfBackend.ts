import type { PackageBackend } from '../backend.ts';
import { readAdvisories } from './read/advisories.ts';
import { classify } from './classify.ts';
import {
  hasMetadata,
  isRepository,
  metadataFiles,
  newestMetadata,
  readRepositories,
  skippedFiles,
} from './read/repositories.ts';
import { clearingOptions, withRules } from './read/excludes.ts';
import { heldKeys, holdArgv, holdFiles } from './read/holds.ts';
import { readDnfProxies } from './read/proxies.ts';
import { workingTsflags } from './read/tsflags.ts';
import { queryOffers, readInstalledFacts } from './read/offers.ts';
import { commandArgv, resolveCommand } from './plan/resolve.ts';
import type { DnfTool } from './tool.ts';
import { cacheOptions, caches, dnf, findTool, readableOptions, tableOptions } from './tool.ts';
import { createRpmBackend } from '../rpm/rpmBackend.ts';
import { advisingOf } from '../rpm/read/advising.ts';
import type { RpmDriver } from '../rpm/rpmDriver.ts';
import { nevra } from '../rpm/read/inventory.ts';
import type { BackendOptions } from '../shared/context.ts';
import { createContext } from '../shared/context.ts';

/** The package backend for Red Hat's family: dnf 4 and dnf5, driven by their command lines. */
export function createDnfBackend(options: BackendOptions, tool: DnfTool = findTool()): PackageBackend {
  return createRpmBackend(createContext(options), createDnfDriver(tool));
}

/** Answers dnf's questions with yes, also where its configuration answers them with no, which counts for more than `-y`. */
const yes = ['-y', '--setopt=assumeno=0'];

/** Uses the metadata of the plan, never newer one, and does not wait for a lock where dnf has an option for that. */
const lastingOptions = [
  ...yes,
  '--setopt=*.metadata_expire=-1',
  '--setopt=exit_on_lock=1',
  ...readableOptions,
];

/**
 * A repository that cannot be reached is a failure, whatever its configuration says; keys are imported as configured.
 */
const refreshOptions = [...yes, '--refresh', '--setopt=*.skip_if_unavailable=0', '--setopt=exit_on_lock=1'];

/**
 * Files that people and other tools change and that dnf's answers depend on: repositories, overrides, enabled module
 * streams.
 */
const configuration = [
  '/etc/dnf/dnf.conf',
  '/etc/dnf/libdnf5.conf.d',
  '/etc/dnf/vars',
  '/etc/dnf/modules.d',
  '/usr/lib/sysimage/libdnf5/modules.toml',
  '/etc/yum.repos.d',
  '/etc/dnf/repos.override.d',
];

/** Other files that decide which repositories and module streams dnf knows: the release, its plugins, dnf itself. */
const beside = [
  '/etc/os-release',
  '/etc/system-release',
  '/etc/yum/vars',
  '/etc/distro.repos.d',
  '/usr/bin/dnf',
  '/etc/dnf/plugins',
  '/etc/dnf/libdnf5-plugins',
  '/usr/share/dnf5/libdnf.conf.d',
  '/usr/share/dnf5/repos.d',
  '/usr/share/dnf5/repos.override.d',
  '/var/lib/dnf/modulefailsafe',
];

/** The parts of the rpm backend that are dnf's own. */
export function createDnfDriver(tool: DnfTool): RpmDriver {
  const cache = caches[tool.generation];
  return {
    name: 'dnf',
    proxies: readDnfProxies,
    locks: {
      files: ['/var/lib/rpm/.rpm.lock', '/usr/lib/sysimage/rpm/.rpm.lock', '/run/dnf/rpmtransaction.lock'],
      pidFiles: ['/var/lib/dnf/rpmdb_lock.pid', `${cache}/download_lock.pid`, `${cache}/metadata_lock.pid`],
    },
    ...questions(tool),
    ...commands(tool),
    upgradeKeepsMarks: true,
    upgradesWithinArch: tool.generation === 5,
    fetchedCodes: [0],
    classify,
    cacheFolders: [cache],
    stateFiles: [...configuration, ...holdFiles],
    metadataFiles: () => metadataFiles(cache),
    offerFiles: async () => [...configuration, ...holdFiles, ...beside, ...(await metadataFiles(cache))],
    sources: (context) => readRepositories(context, tool),
    hasList: (source) => hasMetadata(cache, source),
    ...(tool.generation === 4 && { skippedFiles }),
    leaveOut: async (_, sources) => sources.filter(isRepository).map((source) => `--disablerepo=${source}`),
  };
}

type Questions =
  | 'readOffers'
  | 'ranked'
  | 'advisories'
  | 'advising'
  | 'heldKeys'
  | 'automaticKeys'
  | 'origins'
  | 'resolve';
type Commands =
  | 'argv'
  | 'repairs'
  | 'holdArgv'
  | 'markAutomaticArgv'
  | 'refreshArgv'
  | 'fetchArgv'
  | 'reinstallArgv';

const unique = (words: readonly string[]): string[] => [...new Set(words)];

function questions(tool: DnfTool): Pick<RpmDriver, Questions> {
  return {
    readOffers: (context, signal) => withRules((options) => queryOffers(context, tool, options, signal)),
    // Its offers are marked as they are read; the versions that streams of modules hide are not among them.
    ranked: async (_, __, offers) => [...offers],
    advisories: (context, signal) => readAdvisories(context, tool, signal),
    advising: async () => advisingOf(await newestMetadata(caches[tool.generation])),
    heldKeys: (_, inventory) => heldKeys(tool, inventory),
    automaticKeys: async (context) => {
      const facts = await readInstalledFacts(context, tool);
      return new Set([...facts].filter(([, { reason }]) => /dependency/.test(reason)).map(([key]) => key));
    },
    origins: async (context, signal) => {
      const facts = await readInstalledFacts(context, tool, signal);
      const known = [...facts].filter(([, { repository }]) => /^[^@<\s]/.test(repository));
      return new Map(known.map(([key, { repository }]) => [key, repository]));
    },
    resolve: (context, inventory, command, signal) =>
      resolveCommand(context, tool, inventory, command, signal),
  };
}

function commands(tool: DnfTool): Pick<RpmDriver, Commands> {
  const old = tool.generation === 4;
  /** A `cacheonly` in dnf.conf must not keep jobs from fetching; the generations have different words for "no". */
  const online = [...cacheOptions(tool.generation), `--setopt=cacheonly=${old ? '0' : 'none'}`];
  const changeOptions = () => [
    ...lastingOptions,
    ...online,
    ...workingTsflags(),
    ...tableOptions[tool.generation],
  ];
  return {
    // dnf has no command that mends what is installed: first it is asked to install just what is missing.
    repairs: (broken) => [
      { verb: 'install', targets: unique(broken.map(({ needs }) => needs)), excludes: [] },
      { verb: 'sync', targets: unique(broken.map(({ name }) => name)), excludes: [] },
    ],
    argv: (command, mode) => {
      const download = mode === 'download' ? ['--downloadonly'] : [];
      const [verb = '', ...rest] = commandArgv(tool, command);
      return [dnf, ...changeOptions(), ...(command.options ?? []), verb, ...download, ...rest];
    },
    // dnf5 cannot lock what its excludes hide.
    holdArgv: async (rows, held) =>
      holdArgv(tool, rows, held, [...cacheOptions(tool.generation), ...(await clearingOptions())]),
    markAutomaticArgv: (rows) => {
      const verb = old ? 'remove' : 'dependency';
      return [dnf, '-q', '-C', '-y', ...cacheOptions(tool.generation), 'mark', verb, ...rows.map(nevra)];
    },
    refreshArgv: (source) => [
      dnf,
      ...refreshOptions,
      ...online,
      ...(source === undefined ? [] : [`--repo=${source}`]),
      'makecache',
    ],
    fetchArgv: (folder, versions, sourceOptions = []) => {
      // dnf 4 has `download` only in a plugin.
      const verb = old
        ? ['reinstall', '--downloadonly', '--downloaddir', folder]
        : ['download', '--destdir', folder];
      return [dnf, ...changeOptions(), ...sourceOptions, ...verb, ...versions.map(nevra)];
    },
    // Keeps packages that only a superseded version required.
    reinstallArgv: (rows) => {
      const options = [...changeOptions(), '--setopt=clean_requirements_on_remove=0'];
      return [dnf, ...options, 'reinstall', ...rows.map(nevra)];
    },
  };
}
