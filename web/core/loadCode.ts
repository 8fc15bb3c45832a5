import { ApiError } from './apiError.ts';
import { connection, reaches } from './connection.ts';

/**
 * Loads the code of a page, of a part of one, or of the shell. The browser's own sentence says nothing to a person, so
 * a failure becomes ours: `PAGE_GONE` when the manager answers but no longer has the file (it was updated),
 * `PAGE_UNREACHABLE` when it does not answer. Errors that the module itself throws stay as they are.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  const arrived = connection.waiting();
  try {
    return await load();
  } catch (cause) {
    if (!isFetchFailure(cause)) throw cause;
    const isThere = await reaches();
    if (!isThere) connection.suspect();
    const code = isThere ? 'PAGE_GONE' : 'PAGE_UNREACHABLE';
    throw new ApiError({ code, message: 'The files of this page could not be loaded.', status: 0, cause });
  } finally {
    arrived();
  }
}

/** Each browser words the failure in its own way; in all it is a TypeError about a module or fetching. */
function isFetchFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /module|import|fetch|load/i.test(cause.message);
}
