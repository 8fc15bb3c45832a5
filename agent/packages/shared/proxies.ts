import { withoutAddressSecrets } from '../../process/addressSecrets.ts';

/** As the contract limits them. */
const mostProxies = 10;
const longestUrl = 256;

/** What configuration files write for "no proxy". */
const none = new Set(['', 'direct', 'false', '_none_']);

/** The URLs without credentials, each once, in their order, without words for "none". */
export function proxiesOf(values: readonly string[]): string[] {
  const urls = values
    .map((value) => withoutAddressSecrets(value.trim()))
    .filter((url) => !none.has(url.toLowerCase()));
  return [...new Set(urls)]
    .filter((url) => /^[!-~]+$/.test(url) && url.length <= longestUrl)
    .slice(0, mostProxies);
}
