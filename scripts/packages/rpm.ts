import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillTemplate } from './files.ts';
import { architectures } from './formats.ts';
import type { Build, Program } from './formats.ts';
import { tool } from './tools.ts';

/** Makes the rpm package; answers its path. */
export function buildRpm({ name, templates, stage }: Program, build: Build): string {
  const arch = architectures[build.arch]?.rpm ?? build.arch;
  const tree = path.join(build.workDir, 'tree');
  stage(tree, build);
  const spec = path.join(build.workDir, `${name}.spec`);
  // rpm keeps `-` for the release: 1.2.0-rc.1 is 1.2.0~rc.1, which it also sorts before 1.2.0.
  const version = build.version.replace('-', '~').replaceAll('-', '.');
  const template = path.join(templates, `rpm/${name}.spec`);
  writeFileSync(spec, fillTemplate(template, { VERSION: version, TREE: tree }));
  const made = path.join(build.workDir, 'made');
  mkdirSync(made);
  const defines = {
    _topdir: path.join(build.workDir, 'top'),
    _rpmdir: made,
    _dbpath: path.join(build.workDir, 'db'),
    // gzip is read by every rpm; the payload is one large file, so a better packer takes a minute.
    _binary_payload: build.isFast ? 'w1.gzdio' : 'w6.xzdio',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  };
  const flags = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`]);
  const environment = [`SOURCE_DATE_EPOCH=${build.madeAtSecs}`];
  tool('env', ...environment, 'rpmbuild', '--quiet', '-bb', '--target', arch, ...flags, spec);
  const file = `${name}-${version}-1.${arch}.rpm`;
  renameSync(path.join(made, arch, file), path.join(build.outDir, file));
  return path.join(build.outDir, file);
}
