import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { agent } from './agent.ts';
import { carry } from './carry.ts';
import { fillTemplate, packagedFlags, put, putDocs, root } from './files.ts';
import type { Build, Program } from './formats.ts';
import { makePackages, possibleFormats } from './make.ts';
import { bundleManager } from './managerBundle.ts';
import { billOfMaterials, licencesOf } from './materials.ts';
import { stripSymbols } from './tools.ts';

const packaging = path.join(root, 'server/packaging');
const home = '/usr/lib/fleetmend';

/** What of a library is needed beside the bundle, or is read by what was bundled of it: paths below its folder; ARCH is Node's word. */
const libraryFiles: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['package.json', 'lib', 'prebuilds/linux-ARCH.node'],
  argon2: ['package.json', 'argon2.cjs', 'prebuilds/linux-ARCH'],
  'node-gyp-build': ['package.json', 'index.js', 'node-gyp-build.js'],
  '@phc/format': ['package.json', 'index.js'],
  pdfkit: ['package.json', 'js/data/sRGB_IEC61966_2_1.icc'],
  'swagger-ui-dist': ['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js'],
  'dejavu-fonts-ttf': ['package.json', 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf'],
};

/** What the manager reads from its own tree. */
const ownFiles = ['generated/manager.json', 'plugins/enrollment/install.sh', 'web/dist', 'web/dist-docs'];

/** The manager: one tree with its Node, the bundled server, the UI and the contract; a unit; its configuration. */
export const manager: Program = {
  name: 'fleetmend',
  templates: packaging,
  conffile: '/etc/fleetmend/manager.toml',
  formats: ['deb', 'rpm', 'tar', 'image'],
  packing: 'xz',
  async prepare(build) {
    const { preparedDir, arch, version, commit } = build;
    const tree = path.join(preparedDir, 'tree');
    const { packages } = await bundleManager(tree);
    put(tree, 'node', 0o755, (to) => copyFileSync(build.node, to));
    stripSymbols(path.join(tree, 'node'), arch);
    put(tree, 'server/start.cjs', 0o644, readFileSync(path.join(packaging, 'start.cjs')));
    await carryAgents(tree, build);
    put(
      tree,
      'package.json',
      0o644,
      JSON.stringify({ name: 'fleetmend', version, commit: commit ?? undefined }),
    );
    for (const name of ownFiles) copy(name, tree);
    for (const [library, files] of Object.entries(libraryFiles))
      for (const file of files) copy(path.join('node_modules', library, file.replace('ARCH', arch)), tree);
    const libraries = Object.keys(libraryFiles).map((name) => `node_modules/${name}`);
    const all = [...new Set([...packages, ...libraries])].sort();
    writeFileSync(packagesFile(preparedDir), JSON.stringify(all));
  },
  stage(tree, build) {
    const packages = JSON.parse(readFileSync(packagesFile(build.preparedDir), 'utf8')) as string[];
    const read = (name: string): Buffer => readFileSync(path.join(packaging, name));
    cpSync(path.join(build.preparedDir, 'tree'), path.join(tree, home), { recursive: true });
    const flags = packagedFlags.join(' ');
    put(tree, '/usr/bin/fleetmend', 0o755, fillTemplate(path.join(packaging, 'fleetmend'), { FLAGS: flags }));
    for (const unit of ['fleetmend.service', 'fleetmend.socket'])
      put(tree, `/usr/lib/systemd/system/${unit}`, 0o644, read(unit));
    put(tree, '/usr/lib/systemd/system-generators/fleetmend', 0o755, read('generator'));
    // It may hold the password of a database.
    put(tree, '/etc/fleetmend/manager.toml', 0o640, read('manager.toml'));
    putDocs(tree, 'fleetmend', build, licencesOf(packages));
    for (const name of ['prometheus/alerts.yml', 'grafana/fleetmend.json'])
      put(
        tree,
        `/usr/share/fleetmend/${name}`,
        0o644,
        readFileSync(path.join(root, 'plugins/metrics', name)),
      );
    put(tree, '/usr/share/doc/fleetmend/sbom.cdx.json', 0o644, billOfMaterials(packages, build));
  },
};

/** Lays the agent's packages into the tree, in parts; those of `agentsDir`, or made for it here. */
async function carryAgents(tree: string, build: Build): Promise<void> {
  const { arch, version, isFast, workDir, say } = build;
  const agents = build.agentsDir ?? path.join(workDir, 'agents');
  if (build.agentsDir === null) {
    const formats = possibleFormats(agent, say);
    const foreign = { arch, node: build.node };
    await makePackages(agent, { outDir: agents, version, formats, isFast, say, foreign });
  }
  await carry({ agents, into: path.join(tree, 'agents', arch), base: '../../node', isFast });
}

const packagesFile = (preparedDir: string): string => path.join(preparedDir, 'packages.json');

/** Copies a file or folder of the checkout to the same place in the tree. Throws if it is not there. */
function copy(name: string, tree: string): void {
  const to = path.join(tree, name);
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  cpSync(path.join(root, name), to, { recursive: true, dereference: true });
}
