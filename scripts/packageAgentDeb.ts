import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tool } from './packageAgentExecutable.ts';
import { fillTemplate, stageFiles } from './packageAgentFiles.ts';
import { architectures } from './packageAgentFormats.ts';
import type { AgentBuild } from './packageAgentFormats.ts';

/** Makes the Debian package; answers its path. */
export function buildDeb(build: AgentBuild): string {
  const arch = architectures[build.arch]?.deb ?? build.arch;
  const tree = path.join(build.workDir, 'tree');
  const names = stageFiles(tree, build);
  const sizeKb = names.reduce((sum, name) => sum + Math.ceil(statSync(path.join(tree, name)).size / 1024), 0);
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const values = { VERSION: build.version, ARCH: arch, SIZE_KB: String(sizeKb) };
  writeFileSync(path.join(control, 'control'), fillTemplate('deb/control', values));
  writeFileSync(path.join(control, 'conffiles'), '/etc/fleetmend/agent.toml\n');
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    writeFileSync(path.join(control, script), fillTemplate(`deb/${script}`, {}));
    chmodSync(path.join(control, script), 0o755);
  }
  const file = path.join(build.outDir, `fleetmend-agent_${build.version}_${arch}.deb`);
  // zstd would be smaller for its time, but dpkg of Debian 11 cannot read it.
  const packing = build.isFast ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6'];
  const argv = ['SOURCE_DATE_EPOCH=' + build.madeAtSecs, 'dpkg-deb', '--root-owner-group', ...packing, '-b'];
  tool('env', ...argv, tree, file);
  return file;
}
