import { copyFileSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesOf, packagedFlags, put, settle } from './files.ts';
import type { Build, Program } from './formats.ts';
import { tool } from './tools.ts';

const home = '/usr/lib/fleetmend';
/** Of nobody on the machine; the volume belongs to it. */
const USER = 10_001;
const DATA = '/var/lib/fleetmend';

/** All but what differs between installations; each can be set anew. */
const environment = {
  PATH: '/usr/bin',
  FLEETMEND_DATA_DIR: DATA,
  FLEETMEND_PACKAGES_DIR: `${DATA}/agents`,
  FLEETMEND_LISTEN: '0.0.0.0',
  // Compiled code, which halves the time of a start.
  NODE_COMPILE_CACHE: `${DATA}/compile`,
};

const accounts = {
  '/etc/passwd': `root:x:0:0:root:/:/sbin/nologin\nfleetmend:x:${USER}:${USER}:Fleetmend manager:${DATA}:/sbin/nologin\n`,
  '/etc/group': `root:x:0:\nfleetmend:x:${USER}:\n`,
  '/etc/nsswitch.conf': 'hosts: files dns\n',
  '/etc/os-release': 'ID=fleetmend\nNAME=Fleetmend\nPRETTY_NAME="Fleetmend"\n',
};

/**
 * Makes an archive that `podman load` and `docker load` take; answers its path. The image holds the tree of the packages,
 * and of this machine's system the libraries that Node is linked with: nothing is pulled, and there is no shell in it.
 */
export function buildImage({ name, stage }: Program, build: Build): string {
  const { workDir, version, arch, outDir, madeAtSecs } = build;
  const tree = path.join(workDir, 'tree');
  stage(tree, build);
  // Of no use where neither dpkg nor systemd is.
  for (const folder of ['etc', 'usr/lib/systemd', 'usr/bin'])
    rmSync(path.join(tree, folder), { recursive: true });
  for (const [file, text] of Object.entries(accounts)) put(tree, file, 0o644, text);
  const program = `#!${home}/node\nrequire('${home}/server/start.cjs');\n`;
  put(tree, '/usr/bin/fleetmend', 0o755, program);
  for (const library of librariesOf(tree))
    put(tree, library, 0o755, (to) => copyFileSync(realpathSync(library), to));
  settle(tree, madeAtSecs);
  const file = path.join(workDir, `${name}-${version}-${arch}.image.tar`);
  commit({ tree, work: workDir, file, version, madeAtSecs });
  tool('xz', build.isFast ? '-0' : '-6', file);
  const packed = path.join(outDir, `${path.basename(file)}.xz`);
  renameSync(`${file}.xz`, packed);
  return packed;
}

/** What the tree's Node and native modules are linked with, as this machine finds it. */
function librariesOf(tree: string): string[] {
  const linked = filesOf(tree).filter((name) => name.endsWith('.node') || name === `${home}/node`);
  const found = linked.flatMap((name) => [...tool('ldd', path.join(tree, name)).matchAll(/(\/\S+) \(0x/g)]);
  return [...new Set(found.map(([, library = '']) => library))].sort();
}

interface Commit {
  tree: string;
  work: string;
  file: string;
  version: string;
  madeAtSecs: number;
}

function commit({ tree, work, file, version, madeAtSecs }: Commit): void {
  // A store of its own: nothing of this is left on the machine.
  const store = [
    '--root',
    path.join(work, 'store'),
    '--runroot',
    path.join(work, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (...args: string[]): string => tool('buildah', ...store, ...args).trim();
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', '--chown', '0:0', container, tree, '/');
  // What a volume is filled with at first: an empty folder of the right owner.
  const data = path.join(work, 'data');
  mkdirSync(path.join(data, 'fleetmend'), { recursive: true, mode: 0o755 });
  buildah('copy', '--quiet', '--chown', `${USER}:${USER}`, container, data, path.dirname(DATA));
  const program = [`${home}/node`, ...packagedFlags, `${home}/server/start.cjs`];
  const config = {
    user: `${USER}:${USER}`,
    entrypoint: JSON.stringify(program),
    volume: DATA,
    port: '8443',
    'stop-signal': 'SIGTERM',
    healthcheck: `CMD ${[...program, 'health'].join(' ')}`,
    'healthcheck-interval': '30s',
    'healthcheck-timeout': '15s',
    'healthcheck-start-period': '60s',
    label: `org.opencontainers.image.version=${version}`,
  };
  const flags = Object.entries(config).flatMap(([key, value]) => [`--${key}`, value]);
  const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  buildah('config', ...flags, '--cmd', '', ...variables, container);
  // Docker's form: that of OCI has no health check.
  const name = `localhost/fleetmend:${version}`;
  buildah('commit', '--quiet', '--format', 'docker', '--timestamp', String(madeAtSecs), container, name);
  buildah('push', '--quiet', name, `docker-archive:${file}:${name}`);
}
