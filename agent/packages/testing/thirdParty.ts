/** A second repository of the lab, for hosts with a main source and a third party's. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { controllerAddress, labCache } from '#test/support/lab.ts';
import type { LabHost, RepoFamily } from '#test/support/lab.ts';
import { requestText } from '#test/support/plainHttp.ts';
import { ChildOutput, runOrThrow } from '#test/support/process.ts';

/** `t0` has lab-vendor 1.0, `t1` has 1.1; `gone` answers every request with 404. */
export type ThirdPartyState = 't0' | 't1' | 't1-wrongkey' | 'gone';

const port = '8081';
const script = path.resolve(import.meta.dirname, '../../../test/lab/repo-server.mjs');
const address = `http://${controllerAddress}:${port}`;

export class ThirdParty {
  readonly family: RepoFamily;
  #server: ChildProcess;
  #folder: string;

  private constructor(family: RepoFamily, server: ChildProcess, folder: string) {
    this.family = family;
    this.#server = server;
    this.#folder = folder;
  }

  /** Builds what is missing (the rpm-md repository takes a second) and serves it. */
  static async start(family: RepoFamily): Promise<ThirdParty> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fleetmend-vendor-'));
    const root = family === 'deb' ? path.join(labCache, 'repo') : await buildRpm(folder);
    const server = spawn(process.execPath, [script, root, controllerAddress, port], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await new ChildOutput(server).waitFor(/^repo .* on http/m);
    return new ThirdParty(family, server, folder);
  }

  async publish(state: ThirdPartyState): Promise<void> {
    await requestText(`${address}/publish?${state}`, { method: 'POST' });
  }

  /** The number of requests so far. */
  async requests(): Promise<number> {
    return (await requestText(`${address}/log`)).split('\n').filter((line) => line !== '').length;
  }

  /** The agent's name for this source. */
  get name(): string {
    return this.family === 'deb' ? `${address}/current vendor` : 'vendor';
  }

  /**
   * Adds it to the host's sources, instead of the main repository's part of that name; installs lab-vendor 1.0.
   */
  async addTo(host: LabHost, folder: '/etc/yum.repos.d' | '/etc/zypp/repos.d' | null): Promise<void> {
    if (folder === null) {
      await host.run([
        'sed',
        '-i',
        `s#http://[^ ]* vendor #${address}/current vendor #`,
        '/etc/apt/sources.list',
      ]);
      await host.run(['sh', '-c', 'rm -f /var/lib/apt/lists/*_vendor_*']);
      return;
    }
    const lines = ['[vendor]', 'name=Vendor Ltd', `baseurl=${address}/current`, 'enabled=1', 'gpgcheck=0'];
    const more = ['repo_gpgcheck=1', 'gpgkey=file:///etc/pki/RPM-GPG-KEY-lab', 'metadata_expire=1', ''];
    await host.writeFile(`${folder}/vendor.repo`, [...lines, ...more].join('\n'));
    const file = 'lab-vendor-1.0-1.noarch.rpm';
    await cp(path.join(this.#folder, 't0', file), path.join(host.root, 'root', file));
    await host.run(['rpm', '-i', '--nosignature', `/root/${file}`]);
  }

  async stop(): Promise<void> {
    this.#server.kill('SIGKILL');
    await once(this.#server, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function buildRpm(folder: string): Promise<string> {
  const home = path.join(folder, 'gnupg');
  await cp(path.join(labCache, 'repo-rpm/gnupg'), home, {
    recursive: true,
    filter: (source) => !path.basename(source).startsWith('S.'),
  });
  const env = { ...process.env, GNUPGHOME: home, LC_ALL: 'C' };
  for (const [state, version, signer] of [
    ['t0', '1.0', 'lab'],
    ['t1', '1.1', 'lab'],
    ['t1-wrongkey', '1.1', 'mallory'],
  ] as const) {
    const target = path.join(folder, state);
    await mkdir(target);
    const spec = path.join(folder, `${state}.spec`);
    const head = `Name: lab-vendor\nVersion: ${version}\nRelease: 1\nSummary: lab package\nLicense: MIT\nVendor: LabCorp\nBuildArch: noarch\n`;
    await writeFile(spec, `${head}%description\nlab package\n%files\n`);
    const defines = [
      `_topdir ${folder}`,
      `_rpmdir ${target}`,
      '_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm',
    ];
    await runOrThrow(['rpmbuild', '-bb', '--quiet', ...defines.flatMap((one) => ['--define', one]), spec], {
      env,
    });
    await runOrThrow(['createrepo_c', '--quiet', target]);
    const repomd = path.join(target, 'repodata/repomd.xml');
    const user = ['--local-user', `${signer}@example.invalid`];
    await runOrThrow(['gpg', '--batch', '--yes', '--quiet', ...user, '--detach-sign', '--armor', repomd], {
      env,
    });
  }
  await runOrThrow(['gpgconf', '--kill', 'gpg-agent'], { env });
  return folder;
}
