/**
 * npm run release -- --version V --gpg-key ID --minisign-key FILE [--gnupg-home DIR] [--url https://…] [--arm64 DIR]
 * [--out DIR] [--keep 5] [--fast]: all that is published, as one folder of static files: this version, built anew from the
 * checkout, beside those that the folder holds. It checks, writes version and date where they are not written yet
 * (committing and tagging that stays with a person), builds, and signs. Keys are given from outside:
 * docs/understand/releases.md.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agent } from '../packages/agent.ts';
import { root } from '../packages/files.ts';
import type { Program } from '../packages/formats.ts';
import { asItIs, makePackages, writeManifest } from '../packages/make.ts';
import type { MadeFile } from '../packages/make.ts';
import { manager } from '../packages/manager.ts';
import { otherAgents } from '../packages/otherAgents.ts';
import { hasTool } from '../packages/tools.ts';
import { publish, releasesThatStay } from './folder.ts';
import { assertKeys, minisignEach, signRpms, writeMinisignKey } from './signing.ts';
import type { ReleaseKeys } from './signing.ts';
import { assertReleasable, writeVersion } from './version.ts';

const TOOLS = {
  'dpkg-deb': 'dpkg',
  rpmbuild: 'rpm',
  rpmsign: 'rpm',
  'apt-ftparchive': 'apt-utils',
  createrepo_c: 'createrepo-c',
  gpg: 'gpg',
  minisign: 'minisign',
  strip: 'binutils',
  buildah: 'buildah',
};

const options = {
  version: { type: 'string' },
  'gpg-key': { type: 'string' },
  'gnupg-home': { type: 'string' },
  'minisign-key': { type: 'string' },
  url: { type: 'string', default: 'https://packages.example.org/fleetmend' },
  arm64: { type: 'string' },
  out: { type: 'string', default: path.join(root, 'dist/release') },
  keep: { type: 'string', default: '5' },
  fast: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const usage =
  'Usage: npm run release -- --version V --gpg-key ID --minisign-key FILE [--gnupg-home DIR --url https://… --arm64 DIR --out DIR --keep 5 --fast]';

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function release(values: Values): Promise<void> {
  const { version = '', url, fast: isFast, arm64 } = values;
  const keys = keysOf(values);
  assertTools();
  assertKeys(keys);
  assertReleasable(version);
  const out = path.resolve(values.out);
  const work = `${out}.unfinished`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const staying = releasesThatStay({ out, work, version, keys }, keepOf(values));
  const madeAtSecs = writeVersion(version, new Date());
  process.env.SOURCE_DATE_EPOCH = String(madeAtSecs);
  // Each processor's agents as a package of their own are for managers of the other one.
  const build = { version, isFast, keys, work, hasOthers: arm64 !== undefined };
  const made = [...(await buildFor({ ...build, node: null, arch: process.arch }))];
  if (arm64 !== undefined)
    made.push(...(await buildFor({ ...build, node: path.resolve(arm64, 'bin/node'), arch: 'arm64' })));
  say('repositories');
  publish({ out, work, version, madeAtSecs, made, staying, keys, url });
  rmSync(work, { recursive: true });
  const besides = staying.map((one) => one.version).join(', ');
  say(`${version} is in ${out}${besides && `, beside ${besides}`}.`);
  say(`Commit what changed here, tag v${version}, and publish the folder.`);
}

function keepOf({ keep }: Values): number {
  if (/^[1-9]\d{0,2}$/.test(keep)) return Number(keep);
  throw new Error('--keep is how many versions the folder holds at most, from 1 to 999');
}

function keysOf(values: Values): ReleaseKeys {
  const { 'gpg-key': gpgKey, 'minisign-key': minisignKey, 'gnupg-home': gnupgHome = null } = values;
  if (values.version === undefined || gpgKey === undefined || minisignKey === undefined)
    throw new Error('--version, --gpg-key and --minisign-key are needed');
  return { gpgKey, minisignKey, gnupgHome };
}

function assertTools(): void {
  const missing = Object.entries(TOOLS).filter(([tool]) => !hasTool(tool));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ');
  throw new Error(
    `${missing.map(([tool]) => tool).join(', ')} are missing (Debian: apt-get install ${packages})`,
  );
}

interface ArchBuild {
  version: string;
  isFast: boolean;
  keys: ReleaseKeys;
  work: string;
  arch: string;
  hasOthers: boolean;
  /** null: the Node that runs this. */
  node: string | null;
}

/** All packages of one processor, the .rpm signed; answers their files. The manager's carry the signed agents. */
async function buildFor({
  version,
  isFast,
  keys,
  work,
  arch,
  node,
  hasOthers,
}: ArchBuild): Promise<string[]> {
  const foreign = node === null ? undefined : { arch, node };
  const agentsDir = path.join(work, arch, 'agents');
  const make = async (program: Program, name: string): Promise<string[]> => {
    const outDir = path.join(work, arch, name);
    // The libraries of another processor are not on this machine.
    const formats = program.formats.filter((format) => format !== 'image' || foreign === undefined);
    mkdirSync(path.dirname(agentsDir), { recursive: true });
    const releaseKey = program === agent ? writeMinisignKey(keys, path.dirname(agentsDir)) : undefined;
    const options = { outDir, version, formats, isFast, say, agentsDir, foreign, releaseKey };
    const made = await makePackages(program, options);
    signRpms(
      keys,
      made.filter(({ format }) => format === 'rpm').map((one) => path.join(outDir, one.name)),
    );
    const files = made.filter(({ format }) => format !== 'exe');
    // Last: the signature of an .rpm changes its bytes.
    const signed = program === agent ? signaturesOf(keys, outDir, { files, version }) : new Map();
    writeManifest(
      outDir,
      made.map((one) => ({ ...asItIs(outDir, one), ...signed.get(one.name) })),
    );
    return files.map((one) => path.join(outDir, one.name));
  };
  const agents = await make(agent, 'agents');
  const managers = await make(manager, 'manager');
  return [...agents, ...managers, ...(hasOthers ? await make(otherAgents(arch), 'other') : [])];
}

/** What the manifest says besides, by the name of the file. */
function signaturesOf(
  keys: ReleaseKeys,
  outDir: string,
  { files, version }: { files: readonly MadeFile[]; version: string },
): Map<string, Pick<MadeFile, 'signature'>> {
  const names = files.map(({ name }) => name);
  const signatures = minisignEach(
    keys,
    names.map((name) => path.join(outDir, name)),
    `Fleetmend agent ${version}`,
  );
  return new Map(names.map((name, i) => [name, { signature: signatures[i] ?? '' }]));
}

try {
  const { values } = parseArgs({ options });
  if (values.help) say(usage);
  else await release(values);
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exit(1);
}
