import { X509Certificate } from 'node:crypto';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Ending } from '../ca.ts';
import { CertificateModel, RotationModel } from '../models.ts';
import { describeCertificate } from '../pki/index.ts';
import { readCrl } from './crl.ts';
import type { OwnIdentity } from './identity.ts';
import type { Authorities } from './root.ts';

const DAY_MS = 86_400_000;
/** Certificates that ended longer ago are left out: their host shows as unreachable since. */
const PAST_DAYS = 14;
/** Hosts of one query. */
const BATCH = 500;

/** See CertificateAuthority.endings. */
export async function readEndings(
  ctx: Context,
  ca: Authorities,
  identity: Pick<OwnIdentity, 'shown'>,
  before: Date | null,
): Promise<Ending[]> {
  const roots = await rootEndings(ctx, ca);
  const hosts = before ? await hostEndings(ctx, ca, before) : [];
  return [...roots, await listEnding(ctx), ...ownEndings(ca, identity), ...hosts];
}

async function rootEndings(ctx: Context, ca: Authorities): Promise<Ending[]> {
  const rotation = await RotationModel.query(ctx.db.reader).where('slot', 1).first();
  const leaving = rotation && (rotation.phase === 'going_back' ? rotation.newRoot : rotation.oldRoot);
  return ca.current().roots.map(({ id, certificatePem, issuerPem }) => ({
    ...factsOf(certificatePem),
    // An authority is valid no longer than the root above it.
    ...(issuerPem && endOf(issuerPem) < endOf(certificatePem) && { endsAt: endOf(issuerPem) }),
    kind: 'root',
    hostId: null,
    issuerEndsAt: null,
    isLeaving: id === leaving,
  }));
}

/** Signed again every day: its number is the subject, so that each list counts as a new one. */
async function listEnding(ctx: Context): Promise<Ending> {
  const { number, signedAt, nextUpdateAt } = await readCrl(ctx);
  return {
    kind: 'revocation_list',
    subject: `list ${number}`,
    name: 'revocation list',
    hostId: null,
    startsAt: signedAt,
    endsAt: nextUpdateAt,
    issuerEndsAt: null,
    isLeaving: false,
  };
}

/** Of this manager only: rows of managers that no longer run, or had other names, do not matter. */
function ownEndings(ca: Authorities, { shown }: Pick<OwnIdentity, 'shown'>): Ending[] {
  const { anchor, signer } = ca.current();
  const { manager, web } = shown();
  return [
    { ...factsOf(manager), kind: 'manager', ...none, issuerEndsAt: endOf(anchor.certificatePem) },
    { ...factsOf(web), kind: 'listener', ...none, issuerEndsAt: endOf(signer.certificatePem) },
  ];
}

const none = { hostId: null, isLeaving: false } as const;

/** Each live host once, by its newest certificate. */
async function hostEndings(ctx: Context, ca: Authorities, before: Date): Promise<Ending[]> {
  const { reader } = ctx.db;
  const now = ctx.clock.now();
  const rows = await CertificateModel.query(reader)
    .select('id', 'fingerprint', 'host_id', 'issuer_id', 'not_before', 'not_after')
    .where('kind', 'host')
    .whereIn('status', ['active', 'expired'])
    .where('not_after', '<', ts(before))
    .where('not_after', '>', ts(now.getTime() - PAST_DAYS * DAY_MS))
    .whereNotExists(
      reader('agents_certificates as newer')
        .select(reader.raw('1'))
        .whereRaw('newer.host_id = agents_certificates.host_id')
        .where('newer.status', 'active')
        .where('newer.not_after', '>=', ts(before)),
    )
    .orderBy('id');
  const newest = new Map(rows.map((row) => [row.hostId ?? '', row]));
  const ends = new Map(ca.current().roots.map(({ id, certificatePem }) => [id, endOf(certificatePem)]));
  const endings: Ending[] = [];
  const ids = [...newest.keys()];
  for (let at = 0; at < ids.length; at += BATCH)
    for (const { id, displayName, fqdn } of await ctx.core.hosts.getMany(ids.slice(at, at + BATCH))) {
      const row = newest.get(id);
      if (!row) continue;
      const { fingerprint: subject, notBefore: startsAt, notAfter: endsAt, issuerId } = row;
      const issuerEndsAt = ends.get(issuerId) ?? null;
      const name = displayName ?? fqdn;
      endings.push({
        kind: 'host',
        subject,
        name,
        hostId: id,
        startsAt,
        endsAt,
        issuerEndsAt,
        isLeaving: false,
      });
    }
  return endings;
}

const endOf = (pem: string): Date => new X509Certificate(pem).validToDate;

function factsOf(pem: string): Pick<Ending, 'subject' | 'name' | 'startsAt' | 'endsAt'> {
  const { fingerprint, commonName, notBefore, notAfter } = describeCertificate(pem);
  return { subject: fingerprint, name: commonName, startsAt: notBefore, endsAt: notAfter };
}
