import { enrollSimulated } from '../enroll.ts';
import type { SimulatedEnrollment } from '../enroll.ts';
import { FleetCertificatesWriter } from './certificates.ts';
import { MemoryStore } from './store.ts';

/**
 * Enrolls each thin host as a real one would, with a key of its own; hosts that are enrolled already are left alone.
 * Returns how many are new.
 */
export async function enrollThin(options: Omit<SimulatedEnrollment, 'storeOf'>): Promise<number> {
  const writer = new FleetCertificatesWriter(options.dir);
  const stores = new Map<number, MemoryStore>();
  try {
    return await enrollSimulated({
      ...options,
      connection: 'dial',
      storeOf: (_name, place) => {
        const store = new MemoryStore(writer.at(place), null);
        stores.set(place, store);
        return store;
      },
      async onEnrolled(place) {
        const store = stores.get(place);
        const { pair, trustPem } = store?.kept ?? {};
        if (pair && trustPem) {
          writer.saveTrust(trustPem);
          writer.write(place, pair);
        }
        stores.delete(place);
      },
    });
  } finally {
    writer.close();
  }
}
