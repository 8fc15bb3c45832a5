/** Whether a read that takes `fields` answers exactly these, with the values of the whole answer. */
import { isDeepStrictEqual } from 'node:util';
import { nounOf } from '#server/kernel/http/fields.ts';
import { resolved, type Operation, type Schema } from './contract.ts';
import { exchange } from './exchange.ts';
import { targetOf, type Walker } from './walker.ts';
import type { World } from './world.ts';

interface Read {
  status: number;
  etag: string | null;
  body: Record<string, unknown>;
  items: Record<string, unknown>[];
}

/** Those that leave out of their queries what is not asked for: each of their properties could be missed. */
const LAZY: ReadonlySet<string> = new Set([
  'listHosts',
  'getHost',
  'listGroupHosts',
  'listJobs',
  'getJob',
  'listJobHosts',
  'listCves',
]);

/** Asks for each property alone, so that one that is read only for the sake of another is missed; of others for two. */
export async function choosesRightly({ walker }: World, operation: Operation): Promise<void> {
  const { operationId, parameters, responses } = operation;
  if (!parameters.some(({ name }) => name === 'fields')) return;
  const schema = resolved<Schema>(responses['200']?.content?.['application/json']?.schema ?? {});
  const noun = nounOf(operationId, schema.properties ?? {});
  const read = readerOf(walker, operation, noun);
  const fault = (text: string): void => void walker.deviations.add(`${operationId}: ${text}`);
  const whole = await read();
  const names = new Set(whole.items.flatMap((item) => Object.keys(item)));
  const asked = LAZY.has(operationId)
    ? [...names]
    : [...names].filter((_, at) => at === 0 || at === names.size - 1);
  for (const name of asked) {
    const chosen = await read(name);
    const isSame = (other: Read): boolean =>
      isDeepStrictEqual(
        chosen.items,
        other.items.map((item) => only(item, name)),
      );
    // Times of use go on.
    if (!isSame(whole) && !isSame(await read()))
      fault(`fields=${name} is answered ${JSON.stringify(chosen.items).slice(0, 200)}`);
    if (noun !== null && chosen.body['total'] !== whole.body['total'])
      fault(`fields=${name} changes the total`);
    if (
      (whole.etag === null) !== (chosen.etag === null) ||
      (whole.etag !== null && whole.etag === chosen.etag)
    )
      fault(`fields=${name} has the ETag ${String(chosen.etag)}, and the whole ${String(whole.etag)}`);
  }
  const refused = await read('no_such_property');
  const [first = 'id'] = names;
  const told = JSON.stringify(refused.body);
  if (refused.status !== 400 || !told.includes('/query/fields') || !told.includes(first))
    fault(`an unknown field is answered ${refused.status} ${told.slice(0, 200)}`);
}

const only = (item: Record<string, unknown>, name: string): object =>
  name in item ? { [name]: item[name] } : {};

/** Reads past the walker, who holds each answer against the schema of the whole. */
function readerOf(
  walker: Walker,
  operation: Operation,
  noun: string | null,
): (fields?: string) => Promise<Read> {
  const call = walker.valid.get(operation.operationId) ?? {};
  const limit: Record<string, number> = noun === null ? {} : { limit: 2 };
  return async (fields) => {
    const query = { ...call.query, ...limit };
    if (fields !== undefined) Object.assign(query, { fields });
    const bearer = call.bearer ?? (await walker.bearer());
    const { status, headers, body } = await exchange(
      `${walker.kit.url}${targetOf(operation, { ...call, query })}`,
      { method: 'GET', headers: { authorization: `Bearer ${bearer}` } },
    );
    const whole = body as Record<string, unknown>;
    const items = noun === null ? [whole] : ((whole[noun] ?? []) as Record<string, unknown>[]);
    return { status, etag: headers.get('etag'), body: whole, items };
  };
}
