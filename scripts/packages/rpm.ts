import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf, fillTemplate } from './files.ts';
import { architectures, packageVersion } from './formats.ts';
import type { Build, Program } from './formats.ts';
import { gzipLevel, recompress } from './payload.ts';
import { tool } from './tools.ts';

/** Makes the rpm package; answers its path. */
export function buildRpm({ name, templates, stage, packing, isForAll }: Program, build: Build): string {
  const arch = isForAll ? 'noarch' : (architectures[build.arch]?.rpm ?? build.arch);
  const tree = path.join(build.workDir, 'tree');
  stage(tree, build);
  const spec = path.join(build.workDir, `${name}.spec`);
  const version = packageVersion(build.version);
  const [template = ''] = readdirSync(path.join(templates, 'rpm'));
  // A file that only some builds have.
  const key = filesOf(tree).find((file) => file.endsWith('/release.pub'));
  const values = {
    NAME: name,
    VERSION: version,
    TREE: tree,
    RELEASE_KEY: key === undefined ? '' : `%attr(644,root,root) ${key}`,
  };
  writeFileSync(spec, fillTemplate(path.join(templates, 'rpm', template), values));
  const made = path.join(build.workDir, 'made');
  mkdirSync(made);
  const defines = {
    _topdir: path.join(build.workDir, 'top'),
    _rpmdir: made,
    _dbpath: path.join(build.workDir, 'db'),
    // Both are read by every rpm; xz takes a minute.
    _binary_payload: packing === 'xz' && !build.isFast ? 'w6.xzdio' : 'w1.gzdio',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  };
  const flags = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`]);
  const environment = [`SOURCE_DATE_EPOCH=${build.madeAtSecs}`];
  tool('env', ...environment, 'rpmbuild', '--quiet', '-bb', '--target', arch, ...flags, spec);
  const file = `${name}-${version}-1.${arch}.rpm`;
  const to = path.join(build.outDir, file);
  renameSync(path.join(made, arch, file), to);
  if (packing === 'gzip') writeFileSync(to, recompress('rpm', readFileSync(to), gzipLevel(build)));
  return to;
}
