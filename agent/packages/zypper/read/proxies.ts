import { readFile } from 'node:fs/promises';
import { parseOsRelease } from '#agent/host/facts.ts';
import { proxiesOf } from '../../shared/proxies.ts';

/** The proxies in the text of /etc/sysconfig/proxy, which libzypp reads; none where they are switched off there. */
export function parseSysconfigProxies(text: string): string[] {
  const values = parseOsRelease(text);
  if (values['PROXY_ENABLED']?.toLowerCase() !== 'yes') return [];
  return proxiesOf([values['HTTP_PROXY'] ?? '', values['HTTPS_PROXY'] ?? '']);
}

/** See PackageBackend.proxies. */
export const readZypperProxies = async (): Promise<string[]> =>
  parseSysconfigProxies(await readFile('/etc/sysconfig/proxy', 'utf8').catch(() => ''));
