import { AppError, setting } from '#sdk';
import { judgeEntry, matcherOf, normalEntry } from './domain.ts';

const MAX_ENTRIES = 1_000;

const entries: setting.Field<readonly string[]> = {
  fallback: [],
  judge(value) {
    if (!Array.isArray(value) || value.length > MAX_ENTRIES)
      return `must be a list of at most ${MAX_ENTRIES} networks`;
    for (const [index, entry] of value.entries()) {
      const wrong = typeof entry === 'string' ? judgeEntry(entry) : 'is no text';
      if (wrong !== null) return `entry ${index + 1} (${String(entry).slice(0, 49)}) ${wrong}`;
    }
    return null;
  },
  normal: (value) => [...new Set(value.map(normalEntry))],
  // A list that another version stored lets in the entries that this one understands, and never everybody.
  salvage: (stored) => (Array.isArray(stored) && stored.length > 0 ? stored.map(String) : ['unreadable']),
};

/** Networks whose addresses may call; none: every address. */
export const allowList = setting.single('ip_whitelist', entries, {
  check({ after, by }) {
    if (by.address === null || matcherOf(after.value)(by.address)) return;
    throw new AppError('WOULD_LOCK_OUT', {
      message: `Your own address, ${by.address}, is not in the list: you would lock yourself out.`,
      details: { address: by.address },
    });
  },
});
