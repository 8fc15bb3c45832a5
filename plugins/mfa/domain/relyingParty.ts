import { isIP } from 'node:net';

/** What passkeys belong to: the name that browsers bind them to, and the one origin that may use them. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

export interface OwnNames {
  /** From the configuration; wins where it is set. */
  publicUrl: string | null;
  /** Names in the listener's certificate. */
  webNames: readonly string[];
}

/** The address by which the caller has reached this manager. */
export interface Dialled {
  /** The Host header. */
  host: string | undefined;
  /** The port of the listener. */
  port: number | undefined;
  isEncrypted: boolean;
}

/**
 * With a public URL, its name. Without one, the name in the address bar, if it is one of the listener's own names and
 * the port is the listener's: a page elsewhere that passes calls on would name itself. Null: there is no name; passkeys
 * cannot belong to an address (WebAuthn, section 5.1.2).
 */
export function relyingPartyOf({ publicUrl, webNames }: OwnNames, dialled: Dialled): RelyingParty | null {
  if (publicUrl !== null) return named(new URL(publicUrl));
  const text = `${dialled.isEncrypted ? 'https' : 'http'}://${dialled.host ?? ''}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isOwn = webNames.some((name) => name.toLowerCase() === url.hostname);
  const port = Number(url.port || (dialled.isEncrypted ? 443 : 80));
  return isOwn && port === dialled.port ? named(url) : null;
}

function named({ hostname, origin }: URL): RelyingParty | null {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? null : { rpId: hostname, origin };
}
