// Reads recorded answers (a line of JSON each) as each operation of a typescript-fetch client does, and writes them again.
import { readFileSync } from 'node:fs';

const [, , file, client] = process.argv;
const { default: made } = await import(client);

/** Stands for any parameter and any part of a body; it is no promise. */
const TEXTS = new Set([Symbol.toPrimitive, 'toJSON', 'toISOString']);
const anything = new Proxy(() => anything, {
  get: (_target, key) => (TEXTS.has(key) ? () => 'x' : key === 'then' ? undefined : anything),
  has: () => true,
});

/** What the operation returns, and for an error what the client makes of its envelope. */
async function valueOf({ operation, status, type, body }) {
  const call = `${operation}Raw`;
  const Api = Object.values(made).find(({ prototype }) => prototype && call in prototype);
  const answer = new Response(body, { status, headers: { 'content-type': type } });
  const api = new Api(new made.Configuration({ fetchApi: () => Promise.resolve(answer) }));
  try {
    return await (await api[call](anything)).value();
  } catch (error) {
    if (!(error instanceof made.ResponseError)) throw error;
    return made.ErrorEnvelopeFromJSON(await error.response.json());
  }
}

function written(value, { model, isList }) {
  const toJson = made[`${model}ToJSON`];
  return isList ? value.map(toJson) : toJson(value);
}

/** New words that are still in their place; of an open type the client writes properties by its own names, too. */
function wordsLeft(value, original) {
  if (typeof original === 'string') return Number(original === 'SOMETHING_NEW' && value === original);
  if (typeof original !== 'object' || original === null) return 0;
  return Object.keys(original).reduce((sum, key) => sum + wordsLeft(value?.[key], original[key]), 0);
}

let read = 0;
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const one = JSON.parse(line);
  const where = `${one.operation} ${one.status}`;
  try {
    const value = await valueOf(one);
    const left = one.model === null ? 0 : wordsLeft(written(value, one), JSON.parse(one.body));
    if (left !== one.unknown) console.log(`${where}: ${left} of ${one.unknown} new words are left`);
    read += 1;
  } catch (error) {
    console.log(`${where}: ${error.stack}`.slice(0, 600));
  }
}
console.log(`${read} read`);
