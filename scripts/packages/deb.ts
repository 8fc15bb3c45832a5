import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillTemplate, settle } from './files.ts';
import { architectures, packageVersion } from './formats.ts';
import type { Build, Program } from './formats.ts';
import { gzipLevel, recompress } from './payload.ts';
import { tool } from './tools.ts';

/** Makes the Debian package; answers its path. */
export function buildDeb(program: Program, build: Build): string {
  const { name, templates, conffile, stage, packing, isForAll } = program;
  const arch = isForAll ? 'all' : (architectures[build.arch]?.deb ?? build.arch);
  const tree = path.join(build.workDir, 'tree');
  stage(tree, build);
  const sizeKb = settle(tree, build.madeAtSecs);
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const version = packageVersion(build.version);
  const values = { NAME: name, VERSION: version, ARCH: arch, SIZE_KB: String(sizeKb) };
  writeFileSync(path.join(control, 'control'), fillTemplate(path.join(templates, 'deb/control'), values));
  if (conffile !== null) writeFileSync(path.join(control, 'conffiles'), `${conffile}\n`);
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    const template = path.join(templates, 'deb', script);
    if (!existsSync(template)) continue;
    writeFileSync(path.join(control, script), fillTemplate(template, {}));
    chmodSync(path.join(control, script), 0o755);
  }
  const file = path.join(build.outDir, `${name}_${version}_${arch}.deb`);
  // zstd would be smaller for its time, but dpkg of Debian 11 cannot read it.
  const isXz = packing === 'xz' && !build.isFast;
  const argv = [
    `SOURCE_DATE_EPOCH=${build.madeAtSecs}`,
    'dpkg-deb',
    '--root-owner-group',
    ...(isXz ? ['-Zxz', '-z6'] : ['-Zgzip', '-z1']),
    '-b',
  ];
  tool('env', ...argv, tree, file);
  if (packing === 'gzip') writeFileSync(file, recompress('deb', readFileSync(file), gzipLevel(build)));
  return file;
}
