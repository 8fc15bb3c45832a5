/** Hosts with installed packages, and imported files that say what is open on them without a fix. */
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { searchFeature } from '../../server/core/search/plugin.ts';
import { installed, known, readAll, tell } from '../packages/packages.testing.ts';
import { packagesPlugin } from '../packages/plugin.ts';
import { settled, setUp, type Schemas, type World } from './exposure.testing.ts';

export const setUpWithPackages = async (world: World): Promise<void> => {
  world.more = [searchFeature, packagesPlugin];
  await setUp(world);
};

/** Adds a host with this name in `os-release`, whose agent tells these packages: see {@link installed}. */
export async function addHost(w: World, osName: string, ...packages: string[]): Promise<string> {
  const host = await w.kit.addHost();
  await w.kit.ctx.db.knex('hosts_hosts').where('id', host.id).update({ os_name: osName });
  tell(host, installed(...packages));
  return host.id;
}

/** Reads the lists of all hosts now, and lets the kept figures expire. */
export async function readLists(w: World, packageManager?: string): Promise<void> {
  await known(w.kit, packageManager);
  await readAll(w.kit);
  await w.kit.clock.advance(31_000);
}

/** Imports the file, and waits until it counts. */
export async function imported(w: World, kind: string, file: Buffer): Promise<Schemas['ExposureDataSet']> {
  const answer = await w.kit.call('PUT', `/api/v1/exposure/data-sets/${kind}?older=true`, {
    file: gzipSync(file),
  });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  await settled(w.kit);
  return answer.body as Schemas['ExposureDataSet'];
}

export const importedTracker = (w: World, file: object): Promise<unknown> =>
  imported(w, 'debian-tracker', Buffer.from(JSON.stringify(file)));
