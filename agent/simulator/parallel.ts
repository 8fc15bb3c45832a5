/**
 * Runs `act` for each item, at most `limit` at once. Returns the results in the order of the items; rejects with the
 * first error.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await act(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
