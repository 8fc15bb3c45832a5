/** Whether a list that was read well can be read page by page, in each of its orders. */
import { resolved, type Operation, type Schema } from './contract.ts';
import type { Call } from './walker.ts';
import type { World } from './world.ts';

const MOST_PAGES = 4;

interface Listed {
  items: unknown[];
  total: unknown;
  next: string | null;
}

/** Checks that the pages hold what the whole list begins with, each item once, and that all tell the same number. */
export async function pagesRightly({ walker }: World, operation: Operation): Promise<void> {
  const { operationId, parameters } = operation;
  const orders = parameters.find(({ name }) => name === 'sort');
  const noun = nounOf(operation);
  if (!orders || noun === null) return;
  const right = walker.valid.get(operationId) ?? {};
  const read = async (query: Call['query']): Promise<Listed> => {
    const { body } = await walker.call(operationId, { ...right, query: { ...right.query, ...query } });
    const { [noun]: items = [], total, next_cursor: next = null } = body as Record<string, unknown>;
    return { items: items as unknown[], total, next: next as string | null };
  };
  for (const order of resolved<Schema>(orders.schema).enum ?? []) {
    const sort = String(order);
    const whole = await read({ sort, limit: 500 });
    const paged: unknown[] = [];
    let next: string | null = null;
    for (let page = 0; page < MOST_PAGES && (page === 0 || next !== null); page += 1) {
      const one = await read({ sort, limit: 1, ...(next === null ? {} : { cursor: next }) });
      if (one.total !== whole.total || one.items.length > 1)
        walker.deviations.add(
          `${operationId} by ${sort}: ${one.items.length} of ${String(one.total)} a page`,
        );
      paged.push(...one.items);
      next = one.next;
    }
    const begin = whole.items.slice(0, MOST_PAGES);
    if (JSON.stringify(paged.map(keyOf)) !== JSON.stringify(begin.map(keyOf)))
      walker.deviations.add(`${operationId} by ${sort}: its pages are not its list`);
  }
  walker.valid.set(operationId, right);
}

/** The property of the answer that holds the items; null: it is no list of pages. */
function nounOf({ responses }: Operation): string | null {
  const schema = resolved<Schema>(responses['200']?.content?.['application/json']?.schema ?? {});
  const { properties = {} } = schema;
  if (!properties['next_cursor']) return null;
  return (
    Object.keys(properties).find((name) => resolved<Schema>(properties[name] ?? {}).type === 'array') ?? null
  );
}

/** What tells items apart also where something of them has changed meanwhile. */
const keyOf = (item: unknown): unknown => (item as { id?: string }).id ?? item;
