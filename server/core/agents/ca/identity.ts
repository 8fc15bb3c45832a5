import { createSecureContext, type SecureContext } from 'node:tls';
import type { Context } from '../../../kernel/boot/feature.ts';
import type { Authority } from '../pki/index.ts';
import { listenerTls } from '../../../shared/connections/tls.ts';
import type { AgentsService, ListenerTls } from '../api.ts';
import { type OwnCertificate, ownCertificate } from './own.ts';

/** What this manager shows: to agents as their client, and to everybody on its listener. */
export interface OwnIdentity {
  secureContext(): SecureContext;
  listener: AgentsService['listener'];
  /** Renews what is due and takes over what another manager renewed. */
  refresh(): Promise<void>;
}

export async function createIdentity(ctx: Context, ca: Authority): Promise<OwnIdentity> {
  const listeners = new Set<(options: ListenerTls) => void>();
  const names = webNames(ctx.config);
  const read = async () => ({
    manager: await ownCertificate(ctx, ca, { kind: 'manager' }),
    web: await ownCertificate(ctx, ca, { kind: 'web', names }),
  });
  let own = await read();
  let secureContext = contextOf(ca, own.manager);
  let presented: ListenerTls | null = null;
  const internal = (): ListenerTls => ({
    key: own.web.privateKeyPem,
    cert: `${own.web.certificatePem}${ca.certificatePem}`,
  });
  let forAgents = createSecureContext({ ...internal(), ...listenerTls });
  const options = (): ListenerTls => presented ?? internal();
  const tell = (): void => {
    for (const listener of listeners) listener(options());
  };
  const listener: OwnIdentity['listener'] = {
    options,
    forAgents: () => forAgents,
    present(certificate) {
      if (presented?.cert === certificate?.cert && presented?.key === certificate?.key) return;
      presented = certificate;
      tell();
    },
    onChange(follower) {
      listeners.add(follower);
      return () => listeners.delete(follower);
    },
  };
  return {
    secureContext: () => secureContext,
    listener,
    async refresh() {
      const before = own;
      own = await read();
      if (own.manager.certificateId !== before.manager.certificateId)
        secureContext = contextOf(ca, own.manager);
      if (own.web.certificateId === before.web.certificateId) return;
      forAgents = createSecureContext({ ...internal(), ...listenerTls });
      tell();
    },
  };
}

function contextOf(ca: Authority, { certificatePem, privateKeyPem }: OwnCertificate): SecureContext {
  return createSecureContext({
    ca: ca.certificatePem,
    cert: `${certificatePem}${ca.certificatePem}`,
    key: privateKeyPem,
    minVersion: 'TLSv1.2',
  });
}

/** Names from the configuration, with the address that is listened on and the one that is published. */
function webNames({ webNames: configured, listen, publicUrl }: Context['config']): string[] {
  const published = publicUrl ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : null;
  const listened = listen === '0.0.0.0' || listen === '::' ? null : listen;
  return [...new Set([...configured, ...(listened ? [listened] : []), ...(published ? [published] : [])])];
}
