import { isNotFound } from './reading.ts';

/**
 * Deletes what may be gone already, because an earlier answer was lost or somebody else was quicker: either way it is
 * deleted, as was asked for.
 */
export async function deleteOnce(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
