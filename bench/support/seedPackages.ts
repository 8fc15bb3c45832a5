import path from 'node:path';
import { pino } from 'pino';
import { deflated, entriesOf, pack, type Entry } from '../../plugins/packages/domain/list.ts';
import { openDatabase } from '../../server/kernel/db/open.ts';
import type { Database } from '../../server/kernel/db/database.ts';

export const PACKAGES_OF_HOST = 1_500;

/**
 * What the hosts of a fleet have installed. `typical`: 40 kinds of machines in five states of patching, and each
 * twentieth host has one package that no other has. `different`: each host has its own versions of five packages, so
 * that no two lists are equal. `foreign`: each host has its own versions of all packages, so that nothing is shared.
 */
export type FleetOfPackages = 'typical' | 'different' | 'foreign';

const KINDS = 40;
const SHARED = 1_300;
const PATCHED = 60;
const CHUNK = 300;
const WORDS = [
  'ssl',
  'curl',
  'python3',
  'perl',
  'xml',
  'gtk',
  'kernel',
  'java',
  'ruby',
  'font',
  'net',
  'disk',
  'mail',
  'crypt',
  'image',
  'audio',
  'shell',
  'zip',
  'sql',
  'http',
  'dns',
  'log',
  'time',
  'text',
  'math',
  'graph',
];
const ENDS = ['', '-dev', '-common', '-data', '-bin', '-doc', '-utils', '-plugins'];

/** A name that looks like one of a distribution: lib…, words, numbers; the same ones each time. */
const nameOf = (at: number): string =>
  `${at % 3 === 0 ? 'lib' : ''}${WORDS[at % WORDS.length]}${Math.trunc(at / WORDS.length)}${ENDS[at % ENDS.length]}`;

/** The source that a package was built from: two thirds of a distribution's packages have one of another name. */
export const seededSource = (at: number): string =>
  `${WORDS[at % WORDS.length]}${Math.trunc(at / WORDS.length)}`;

const versionOf = (at: number, patched: number): string =>
  `${1 + (at % 9)}.${at % 23}.${patched}-${1 + (at % 4)}+deb12u${1 + patched}`;

function packagesOf(host: number, fleet: FleetOfPackages): Entry[] {
  const kind = host % KINDS;
  const state = Math.trunc(host / KINDS) % 5;
  const own = (at: number): boolean =>
    fleet === 'foreign' || (fleet === 'different' && (at * 7 + host) % (PACKAGES_OF_HOST / 5) === 0);
  const list = Array.from({ length: PACKAGES_OF_HOST }, (_, at) => {
    // The packages that all hosts have come first, then those of the host's kind.
    const number = at < SHARED ? at : SHARED + kind * (PACKAGES_OF_HOST - SHARED) + at - SHARED;
    const patched = at % (SHARED / PATCHED) < 1 ? state : 4;
    const version = versionOf(number, patched);
    return {
      name: nameOf(number),
      arch: at % 10 === 0 ? 'all' : 'amd64',
      version: own(at) ? `${version}.${host}` : version,
      held: at === 700 && kind === 3,
      origin: at % 50 === 49 ? 'Vendor' : 'Debian',
      section: 'misc',
      installed_size_bytes: 0,
      ...(at % 3 === 0 ? {} : { source: { name: seededSource(number), version } }),
      ...(patched < 4 ? { available_version: versionOf(number, 4) } : {}),
    };
  });
  if (fleet === 'typical' && host % 20 === 0)
    list.push({ ...(list[0] as (typeof list)[0]), name: `own-tool-${host}`, version: '1.0' });
  return entriesOf(list);
}

/** Bytes that the database uses, without the free pages of its file. */
async function bytesOf({ knex }: Database): Promise<number> {
  const pragma = async (name: string): Promise<number> => {
    const rows = (await knex.raw(`PRAGMA ${name}`)) as Record<string, number>[];
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  return ((await pragma('page_count')) - (await pragma('freelist_count'))) * (await pragma('page_size'));
}

/**
 * Gives each host of the database its list, as this manager stores it, and returns by how many bytes the database has
 * grown. The manager must not run.
 */
export async function seedPackages(dataDir: string, fleet: FleetOfPackages): Promise<{ bytes: number }> {
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ file: path.join(dataDir, 'fleetmend.sqlite'), log });
  try {
    const before = await bytesOf(db);
    const hosts = (await db.knex('hosts_hosts').orderBy('id').select('id')) as { id: string }[];
    for (let from = 0; from < hosts.length; from += CHUNK)
      await seedSome(
        db,
        fleet,
        hosts.slice(from, from + CHUNK).map(({ id }, at) => ({ id, host: from + at })),
      );
    await db.knex('packages_state').update({ revision: hosts.length });
    return { bytes: (await bytesOf(db)) - before };
  } finally {
    await db.close();
  }
}

async function seedSome(
  { knex }: Database,
  fleet: FleetOfPackages,
  hosts: readonly { id: string; host: number }[],
): Promise<void> {
  const at = Date.now();
  await knex.transaction(async (trx) => {
    const idOf = async (table: string, hash: string, row: () => object): Promise<number> => {
      const known = (await trx(table).where('hash', hash).first('id')) as { id: number } | undefined;
      if (known) return known.id;
      const [id] = (await trx(table).insert({ hash, ...row() })) as [number];
      return id;
    };
    for (const { id, host } of hosts) {
      const { hash, order, entries, segments } = pack(packagesOf(host, fleet), 'debian');
      const ids: number[] = [];
      for (const segment of segments)
        ids.push(await idOf('packages_segments', segment.hash, () => ({ body: deflated(segment.text) })));
      const list = { version_order: order, entries, segments: JSON.stringify(ids) };
      const listId = await idOf('packages_lists', hash, () => list);
      const read = {
        list_id: listId,
        etag: `"${hash}"`,
        revision: host + 1,
        known_since: at,
        collected_at: at,
        changed_at: at,
      };
      const known = await trx('packages_hosts').where('host_id', id).update(read);
      if (known !== 1) throw new Error('the hosts must be seeded before their packages');
    }
  });
}

/** Packages that are asked for. */
export const ASKED = { name: nameOf(26), below: versionOf(26, 3), search: 'ssl', own: nameOf(7) };
