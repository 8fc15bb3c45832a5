import { createHash } from 'node:crypto';
import { fileState } from '../../shared/offers/fileState.ts';
import { newestTime, refreshStamp } from '../../shared/refreshed.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import type { RpmContext } from '../rpmContext.ts';
import { databaseMark } from './database.ts';

/** Hash over the state of rpm's database, the repositories' metadata and the configuration: stat calls only. */
export async function fingerprint(driver: RpmDriver): Promise<string> {
  const metadata = await driver.metadataFiles();
  const { mark } = await fileState([...driver.stateFiles, ...metadata, '/boot']);
  const text = [await databaseMark(), mark].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** When the metadata was last refreshed: our own stamp or the newest metadata; null when there is none. */
export async function refreshedAt({ stashDir, now }: RpmContext, driver: RpmDriver): Promise<Date | null> {
  const metadata = await driver.metadataFiles();
  if (metadata.length === 0) return null;
  return newestTime([refreshStamp(stashDir), ...metadata], now());
}
