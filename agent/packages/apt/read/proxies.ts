import { proxiesOf } from '../../shared/proxies.ts';
import { queryOutput } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** `Acquire::http::Proxy "http://proxy:3128";`, also of one host (`Acquire::https::Proxy::deb.example.org`). */
const setting = /^Acquire::https?::Proxy(?:::[^ ]+)? "(.*)";$/gm;

/** The proxies in what `apt-config dump` prints; `DIRECT` is none. */
export function parseAptProxies(dump: string): string[] {
  return proxiesOf([...dump.matchAll(setting)].map(([, url = '']) => url));
}

/** See PackageBackend.proxies. */
export const readAptProxies = async (context: AptContext): Promise<string[]> =>
  parseAptProxies(await queryOutput(context, ['apt-config', 'dump']));
