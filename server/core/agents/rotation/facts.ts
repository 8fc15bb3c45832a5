import { X509Certificate } from 'node:crypto';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { KeyModel, RootModel, RotationHostModel, RotationModel } from '../models.ts';
import { describeCertificate, publicKeyPin as pinOf } from '../pki/index.ts';
import type { Rotation, RootFacts, RootState } from '../rotation.ts';
import { seenHosts } from './hosts.ts';

/** See RotationService.roots: those in force first, then the newest of the others. */
export async function rootFacts(ctx: Context): Promise<RootFacts[]> {
  const { reader } = ctx.db;
  const rows = await RootModel.query(reader)
    .orderBy('trusted', 'desc')
    .orderBy('created_at', 'desc')
    .limit(20);
  const keys = await KeyModel.query(reader).whereIn(
    'name',
    rows.map(({ id }) => id),
  );
  const rotation = await RotationModel.query(reader).where('slot', 1).first();
  const counts = await certificatesByIssuer(ctx);
  return rows.flatMap((row) => {
    const certificatePem = keys.find(({ name }) => name === row.id)?.certificatePem;
    if (certificatePem === undefined) return [];
    const { commonName, serial, publicKeyPin, notBefore, notAfter } = describeCertificate(certificatePem);
    return {
      fingerprintSha256: row.fingerprint,
      name: commonName || new X509Certificate(certificatePem).subject.slice(0, 253),
      serialNumber: serial,
      publicKeySha256: row.issuerPem === null ? publicKeyPin : pinOf(row.issuerPem),
      notBefore,
      notAfter,
      state: stateOf(row, rotation),
      retiredAt: row.retiredAt,
      hostCertificates: counts.get(row.id) ?? 0,
      issuerName:
        row.issuerPem && new X509Certificate(row.issuerPem).subject.replaceAll('\n', ', ').slice(0, 253),
      certificatePem: `${certificatePem}${row.issuerPem ?? ''}`,
    };
  });
}

function stateOf({ id, trusted }: RootModel, rotation: RotationModel | undefined): RootState {
  if (!trusted) return 'retired';
  if (!rotation) return 'in_use';
  const leaving = rotation.phase === 'going_back' ? rotation.newRoot : rotation.oldRoot;
  if (id === leaving) return 'leaving';
  return rotation.phase === 'going_back' ? 'in_use' : 'coming';
}

async function certificatesByIssuer(ctx: Context): Promise<Map<string, number>> {
  const rows = (await ctx.db
    .reader('agents_certificates')
    .where({ status: 'active', kind: 'host' })
    .where('not_after', '>', ts(ctx.clock.now()))
    .groupBy('issuer_id')
    .select('issuer_id')
    .count({ total: '*' })) as { issuer_id: string; total: number | string }[];
  return new Map(rows.map((row) => [row.issuer_id, Number(row.total)]));
}

/** See RotationService.latest. */
export async function latestRotation(ctx: Context): Promise<Rotation | null> {
  const { reader } = ctx.db;
  const row = await RotationModel.query(reader).orderBy('id', 'desc').first();
  if (!row) return null;
  const fingerprints = await RootModel.query(reader).whereIn('id', [row.oldRoot, row.newRoot]);
  const fingerprintOf = (id: string): string =>
    fingerprints.find((root) => root.id === id)?.fingerprint ?? '';
  const { slot: _slot, oldRoot, newRoot, ...shown } = row;
  return {
    ...shown,
    oldRoot: fingerprintOf(oldRoot),
    newRoot: fingerprintOf(newRoot),
    hosts: await counted(ctx, row.slot !== null),
  };
}

async function counted(ctx: Context, isUnderWay: boolean): Promise<Rotation['hosts']> {
  const rows = await RotationHostModel.query(ctx.db.reader).select('host_id', 'state', 'failures');
  const known = new Set(rows.map(({ hostId }) => hostId));
  // New hosts, and all hosts just after the beginning, are waiting without a row.
  const live = isUnderWay ? await ctx.core.hosts.endpoints() : [];
  const added = live.filter(({ hostId }) => !known.has(hostId)).map(({ hostId }) => hostId);
  const open = isUnderWay ? rows.filter(({ state }) => state !== 'done') : [];
  const waitingIds = [...open.map(({ hostId }) => hostId), ...added];
  const seen = new Set(waitingIds.length > 0 ? (await seenHosts(ctx)).map(({ hostId }) => hostId) : []);
  const of = (wanted: RotationHostModel['state']): number =>
    rows.filter(({ state }) => state === wanted).length;
  return {
    total: rows.length + added.length,
    waiting: of('waiting') + added.length,
    trusting: of('trusting'),
    done: of('done'),
    failing: open.filter(({ failures }) => failures > 0).length,
    away: waitingIds.filter((hostId) => !seen.has(hostId)).length,
  };
}
