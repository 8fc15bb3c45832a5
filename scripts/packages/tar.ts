import path from 'node:path';
import { settle } from './files.ts';
import type { Build, Program } from './formats.ts';
import { tool } from './tools.ts';

/** Makes an archive of the same tree, to unpack at `/`, for systems with neither dpkg nor rpm; answers its path. */
export function buildTar({ name, stage }: Program, build: Build): string {
  const tree = path.join(build.workDir, 'tree');
  stage(tree, build);
  settle(tree, build.madeAtSecs);
  const file = path.join(build.outDir, `${name}-${build.version}-${build.arch}.tar.gz`);
  const sameBytes = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${build.madeAtSecs}`,
  ];
  const level = build.isFast ? '-1' : '-9';
  tool('tar', ...sameBytes, '--use-compress-program', `gzip -n ${level}`, '-cf', file, '-C', tree, '.');
  return file;
}
