import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RECORDED } from '../../test/support/recorded.ts';
import { ensureWebBuilt } from '../buildWeb.mjs';
import { buildImages } from './images.ts';
import type { LabImages } from './images.ts';
import { startMariadb, startMongo } from './services.ts';
import type { Service } from './services.ts';
import type { Missing, Need, Requirements } from './types.ts';

const install = 'apt-get install -y --no-install-recommends';
export const labPackages =
  'mmdebstrap debootstrap apt-utils rpm createrepo-c gpg iproute2 nftables btrfs-progs openssl curl perl';
const labTools = [
  'mmdebstrap',
  'apt-ftparchive',
  'rpmbuild',
  'createrepo_c',
  'gpg',
  'ip',
  'nft',
  'mkfs.btrfs',
  'openssl',
  'curl',
  'perl',
  'unshare',
  'nsenter',
];

/** What is there for the tests: variables to hand to them, what is missing and why, and services to stop at the end. */
export type Provision = {
  env: Record<string, string>;
  missing: Map<Need, Missing>;
  services: Service[];
  /** Images of the lab, if it was needed; they may still be in the making. */
  images?: LabImages;
};

type Met = { env?: Record<string, string>; service?: Service; images?: LabImages };
type Provider = (root: string, tasks: readonly Requirements[]) => Promise<Met | Omit<Missing, 'need'>>;

const providers: Record<Need, Provider> = {
  root: async (): ReturnType<Provider> => (isRoot() ? {} : { reason: 'not root', enable: 'sudo npm test' }),
  lab: provideLab,
  mariadb: provideMariadb,
  galera: provideGalera,
  mongo: provideMongo,
  faketime: provideFaketime,
  chromium: provideChromium,
  strace: provideStrace,
  pdf: providePdf,
  prometheus: () => provideTools('prometheus', { tools: ['prometheus', 'promtool'], packages: 'prometheus' }),
  haproxy: () => provideTools('haproxy', { tools: ['haproxy'], packages: 'haproxy' }),
  squid: () => provideTools('squid', { tools: ['squid'], packages: 'squid' }),
  release: () =>
    provideTools('release', {
      tools: ['minisign', 'rpmsign', 'rpmbuild', 'apt-ftparchive', 'createrepo_c', 'strip', 'buildah', 'xz'],
      packages: 'minisign rpm apt-utils createrepo-c binutils buildah xz-utils',
    }),
  containers: () =>
    provideTools('containers', {
      tools: ['buildah', 'podman', 'runc', 'catatonit', 'xz'],
      packages: 'buildah podman runc catatonit xz-utils',
    }),
  age: () => provideTools('age', { tools: ['age', 'age-keygen', 'zstd'], packages: 'age zstd' }),
  jdk: () => provideTools('jdk', { tools: ['javac', 'mvn'], packages: 'default-jdk-headless maven' }),
  go: () => provideTools('go', { tools: ['go'], packages: 'golang-go', oldest: 'go version 1.25' }),
  python: () =>
    provideTools('python', {
      tools: ['python3'],
      packages: 'python3-venv',
      oldest: 'python3 --version 3.10',
    }),
  cargo: () => provideTools('cargo', { tools: ['cargo'], packages: 'cargo', oldest: 'cargo --version 1.88' }),
  history: provideHistory,
};

/**
 * Provides what `tasks` need as far as this machine can, starting each service once. One that does not start is
 * `missing`.
 */
export async function provide(tasks: readonly Requirements[], root: string): Promise<Provision> {
  const needs = new Set(tasks.flatMap((task) => [...task.needs, ...task.wants]));
  const provision: Provision = { env: {}, missing: new Map(), services: [] };
  const meet = async (need: Need): Promise<void> => {
    try {
      const answer = await providers[need](root, tasks);
      if ('reason' in answer) provision.missing.set(need, { need, ...answer });
      else {
        Object.assign(provision.env, answer.env);
        if (answer.service) provision.services.push(answer.service);
        if (answer.images) provision.images = answer.images;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      provision.missing.set(need, { need, reason, enable: 'see the message' });
    }
  };
  await Promise.all([...needs].map(meet));
  return provision;
}

/** Variables hidden from tests: a person's settings must never lead a test to that person's data. */
const hiddenVariables =
  /^(DATABASE_(URL|USER|PASSWORD)|MONGODB_URL|NODE_OPTIONS|NODE_V8_COVERAGE|FLEETMEND_(?!LAB_CACHE$).*)$/;

/** What tests find in their environment: what was provided, and little of a person's own. */
export function testEnv(
  root: string,
  { env, missing }: Pick<Provision, 'env' | 'missing'>,
): NodeJS.ProcessEnv {
  const unmet = [...missing.keys()].map((need) => `TEST_${need.toUpperCase()}_URL`);
  const kept = Object.entries(process.env).filter(
    ([name]) => !hiddenVariables.test(name) && !unmet.includes(name),
  );
  const quiet = {
    NODE_ENV: 'test',
    NO_COLOR: '1',
    // Every suite starts many processes of the same sources; each is compiled and stripped of its types once.
    NODE_COMPILE_CACHE: path.join(root, '.cache/compile'),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return { ...Object.fromEntries(kept), ...quiet, ...env };
}

async function provideLab(root: string, tasks: readonly Requirements[]): ReturnType<Provider> {
  if (!isRoot()) return { reason: 'real hosts need root', enable: 'sudo npm test' };
  const absent = labTools.filter((tool) => !findTool(tool));
  if (absent.length > 0) return { reason: `not found: ${absent.join(', ')}`, enable: enableLab };
  const namespaces = ['--mount', '--net', '--uts', '--ipc', '--pid', '--cgroup', '--time', '--fork', 'true'];
  if (spawnSync('unshare', namespaces).status !== 0) {
    return { reason: 'this machine does not let root make namespaces', enable: 'run it outside a container' };
  }
  return buildImages(root, tasks);
}

const enableLab = `as root: ${install} ${labPackages} && test/lab/prepare.sh`;
/** What a suite is told whose images could not be built. */
export const imagesMissing: Missing = {
  need: 'lab',
  reason: 'images that it uses could not be built (see above)',
  enable: enableLab,
};

async function provideMariadb(root: string): ReturnType<Provider> {
  if (process.env['TEST_MARIADB_URL']) return { env: { TEST_MARIADB_URL: process.env['TEST_MARIADB_URL'] } };
  const server = findTool('mariadbd') ?? findTool('mysqld');
  const installer = findTool('mariadb-install-db') ?? findTool('mysql_install_db');
  if (!server || !installer) {
    return { reason: 'no MariaDB', enable: `${install} mariadb-server (or set TEST_MARIADB_URL)` };
  }
  return startMariadb({ root, server, installer });
}

/** The suite starts the cluster itself, because nobody else needs one. */
async function provideGalera(): ReturnType<Provider> {
  const library = ['/usr/lib/galera', '/usr/lib64/galera-4']
    .map((folder) => path.join(folder, 'libgalera_smm.so'))
    .find((file) => existsSync(file));
  const absent = ['mariadbd', 'mariadb', 'mariadb-install-db', 'rsync'].filter((tool) => !findTool(tool));
  if (!library || absent.length > 0)
    return { reason: 'no Galera', enable: `${install} mariadb-server galera-4 rsync iproute2` };
  return { env: { TEST_GALERA_LIB: library } };
}

async function provideMongo(root: string): ReturnType<Provider> {
  if (process.env['TEST_MONGODB_URL']) return { env: { TEST_MONGODB_URL: process.env['TEST_MONGODB_URL'] } };
  const jars = existsSync(path.join(root, '.cache/mongo-wire-lib')) || findTool('mvn');
  if (!findTool('javac') || !jars) {
    const enable = `${install} default-jdk-headless maven (or set TEST_MONGODB_URL)`;
    return { reason: 'no MongoDB, and no JDK with Maven for the stand-in', enable };
  }
  return startMongo(root);
}

async function provideFaketime(): ReturnType<Provider> {
  const library = readdirSync('/usr/lib')
    .map((folder) => path.join('/usr/lib', folder, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file));
  if (!library) return { reason: 'no libfaketime', enable: `${install} libfaketime` };
  return { env: { TEST_FAKETIME_LIB: library } };
}

async function provideStrace(): ReturnType<Provider> {
  return findTool('strace') ? {} : { reason: 'no strace', enable: `${install} strace` };
}

interface Tools {
  tools: readonly string[];
  packages: string;
  /** The command that tells a version, and the oldest that will do. */
  oldest?: string;
}

/** Tools with which generated clients are built; the suites install the generators themselves. */
async function provideTools(need: Need, { tools, packages, oldest }: Tools): ReturnType<Provider> {
  const absent = tools.filter((tool) => !findTool(tool));
  if (absent.length > 0)
    return { reason: `not found: ${absent.join(', ')}`, enable: `${install} ${packages}` };
  const [program = '', option = '', version = ''] = oldest?.split(' ') ?? [];
  if (oldest !== undefined && isOlder(versionOf(program, option), version))
    return {
      reason: `${program} is older than ${version}`,
      enable: `install ${program} ${version} or newer`,
    };
  return { env: { [`TEST_${need.toUpperCase()}`]: tools.map(findTool).join(':') } };
}

const versionOf = (program: string, option: string): string =>
  /\d+\.\d+/.exec(spawnSync(findTool(program) ?? program, [option]).stdout.toString())?.[0] ?? '0.0';

const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

/** The commits of versions before: a shallow clone has none, nor has a folder that is no clone. */
async function provideHistory(root: string): ReturnType<Provider> {
  for (const { commit } of RECORDED) {
    const { status, stderr, error } = spawnSync('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: root });
    if (status === 0) continue;
    const said = error?.message ?? stderr.toString().trim();
    const reason = `git has no commit ${commit.slice(0, 12)} here (${said})`;
    // It is a fact of where the sources came from, and no package mends it.
    return { reason, enable: 'git fetch --unshallow, in a clone of the repository', isAllowed: true };
  }
  return {};
}

/** Programs that read and judge PDFs and share no code with the one that writes them. */
async function providePdf(root: string): ReturnType<Provider> {
  const lib = path.join(root, '.cache/verapdf-lib');
  const absent = ['javac', ...(existsSync(lib) ? [] : ['mvn']), 'pdftotext'].filter(
    (tool) => !findTool(tool),
  );
  if (absent.length > 0) {
    const enable = `${install} default-jdk-headless maven poppler-utils`;
    return { reason: `not found: ${absent.join(', ')}`, enable };
  }
  const run = path.join(root, 'test/lab/verapdf/run.sh');
  const { status, stderr } = spawnSync(run, ['--fetch'], { env: { ...process.env, VERAPDF_LIB: lib } });
  if (status !== 0)
    return { reason: `veraPDF cannot be fetched: ${stderr.toString()}`, enable: `${run} --fetch` };
  return { env: { VERAPDF_LIB: lib } };
}

/**
 * Provides the browser, and builds the UI once, before several suites want it at the same time. The headless shell
 * draws pages as the browser does, and has no window, menus and services to keep busy: a quarter less CPU.
 */
async function provideChromium(): ReturnType<Provider> {
  const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(isExecutable);
  if (!chromium) return { reason: 'no Chromium', enable: `${install} chromium-headless-shell` };
  // A failed build is told by check:web-build; suites that need a browser are not skipped for it.
  await ensureWebBuilt().catch(() => undefined);
  return { env: { TEST_CHROMIUM: chromium } };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The path of a program, also in the folders for administrators that a user's PATH lacks. */
export function findTool(name: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/local/sbin',
    '/usr/sbin',
    '/sbin',
  ];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
