import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { proxiesOf } from '../../shared/proxies.ts';
import { configurationTexts } from './tsflags.ts';

const reposFolder = '/etc/yum.repos.d';

/** The values of `proxy=` in configuration files, and in those of repositories. */
export const parseDnfProxies = (texts: readonly string[]): string[] =>
  proxiesOf(
    texts.flatMap((text) => [...text.matchAll(/^proxy[ \t]*=[ \t]*(\S*)/gm)].map(([, url = '']) => url)),
  );

/** See PackageBackend.proxies. */
export async function readDnfProxies(): Promise<string[]> {
  return parseDnfProxies([...configurationTexts(), ...repositoryTexts()]);
}

function repositoryTexts(): string[] {
  try {
    return readdirSync(reposFolder)
      .filter((name) => name.endsWith('.repo'))
      .map((name) => readFileSync(path.join(reposFolder, name), 'utf8'));
  } catch {
    return [];
  }
}
