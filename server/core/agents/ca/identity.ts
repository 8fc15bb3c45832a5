import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { nextRun } from '#server/kernel/nextRun.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { AgentsService, AgentsTls, ListenerTls } from '../api.ts';
import { type OwnCertificate, ownCertificate } from './own.ts';
import { type Authorities, chainOf, isBridged, pemsOf, type Root, type RootSet } from './root.ts';

/** The certificates of this manager: towards agents as their client, and on its listener. */
export interface OwnIdentity {
  secureContext(): SecureContext;
  /** When the certificate of `secureContext` ends. */
  endsAt(): Date;
  /** When the certificate ends that the listener shows to agents. */
  listenerEndsAt(): Date;
  /** The context that agents will see once the rotation under way has finished; null: there is none. */
  nextSecureContext(): SecureContext | null;
  listener: AgentsService['listener'];
  /** PEM of the leaf towards agents, and of the one on the listener. */
  shown(): { manager: string; web: string };
  /** Renews certificates that are due and takes over changes of other managers. */
  refresh(): Promise<void>;
}

/** One own certificate with the chain that is sent with it. */
interface Shown extends OwnCertificate {
  /** Leaf and chain. */
  cert: string;
  /** The trusted certificates; a change of any part makes a new context. */
  trustPem: string;
}

interface Own {
  manager: Shown;
  /** The manager's certificate under the new root, as long as another root is the anchor. */
  next: Shown | null;
  web: Shown;
}

export async function createIdentity(ctx: Context, ca: Authorities): Promise<OwnIdentity> {
  const listeners = new Set<(options: ListenerTls) => void>();
  const names = webNames(ctx.config);
  let own = await readOwn(ctx, ca.current(), names);
  let secureContext = contextOf(own.manager);
  let endsAt = endOf(own.manager);
  let listenerEndsAt = endOf(own.web);
  let nextContext = own.next && contextOf(own.next);
  let presented: ListenerTls | null = null;
  const internal = (): ListenerTls => ({ key: own.web.privateKeyPem, cert: own.web.cert });
  const forAgents = (): AgentsTls => ({ ...internal(), ca: pemsOf(own.web.trustPem) });
  const options = (): ListenerTls => presented ?? internal();
  const tell = (): void => {
    for (const listener of listeners) listener(options());
  };
  const listener: OwnIdentity['listener'] = {
    options,
    forAgents,
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
    endsAt: () => endsAt,
    listenerEndsAt: () => listenerEndsAt,
    nextSecureContext: () => nextContext,
    listener,
    shown: () => ({ manager: own.manager.certificatePem, web: own.web.certificatePem }),
    refresh: nextRun(async () => {
      await ca.reload();
      const before = own;
      own = await readOwn(ctx, ca.current(), names);
      if (!isSame(own.manager, before.manager)) {
        secureContext = contextOf(own.manager);
        endsAt = endOf(own.manager);
      }
      if (!isSame(own.next, before.next)) nextContext = own.next && contextOf(own.next);
      if (isSame(own.web, before.web)) return;
      listenerEndsAt = endOf(own.web);
      tell();
    }),
  };
}

/**
 * Towards agents the manager uses a certificate under the anchor, which every agent knows. Its listener uses one under
 * the signing root, followed by the bridge to the anchor, so that a client that knows either root can verify it.
 */
async function readOwn(ctx: Context, set: RootSet, names: readonly string[]): Promise<Own> {
  const { anchor, signer, roots, trustPem } = set;
  const next = roots.find((root) => root !== anchor);
  const shown = async (root: Root, profile: Parameters<typeof ownCertificate>[2]): Promise<Shown> => {
    const certificate = await ownCertificate(ctx, root, profile);
    return {
      ...certificate,
      cert: `${certificate.certificatePem}${chainOf(root, ctx.clock.now())}`,
      trustPem,
    };
  };
  return {
    manager: await shown(anchor, { kind: 'manager' }),
    next: next && signer === next ? await shown(next, { kind: 'manager' }) : null,
    // Clients with a pin trust only the anchor, so without a bridge to it the listener stays under the anchor.
    web: await shown(isBridged(signer, anchor, ctx.clock.now()) ? signer : anchor, { kind: 'web', names }),
  };
}

const isSame = (one: Shown | null, other: Shown | null): boolean =>
  one?.cert === other?.cert && one?.trustPem === other?.trustPem;

const endOf = ({ certificatePem }: Shown): Date => new X509Certificate(certificatePem).validToDate;

function contextOf({ cert, trustPem, privateKeyPem }: Shown): SecureContext {
  return createSecureContext({ ca: pemsOf(trustPem), cert, key: privateKeyPem, minVersion: 'TLSv1.2' });
}

/** Names from the configuration, plus the listen address and the published address. */
function webNames({ webNames: configured, listen, publicUrl }: Context['config']): string[] {
  const published = publicUrl ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : null;
  const listened = listen === '0.0.0.0' || listen === '::' ? null : listen;
  return [...new Set([...configured, ...(listened ? [listened] : []), ...(published ? [published] : [])])];
}
