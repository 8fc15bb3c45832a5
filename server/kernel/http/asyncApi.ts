import { copyReferred, type DocumentPart } from './documentPart.ts';

interface Document {
  info: { title: string; version: string; license?: { name: string } };
  servers?: readonly { url: string; description?: string; variables?: object }[];
  paths: Record<string, { get?: Operation }>;
  components: DocumentPart['components'] & { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  description?: string;
  parameters?: readonly { name: string; description?: string; schema?: object }[];
}

interface Schema {
  description?: string;
  examples?: readonly unknown[];
  oneOf?: readonly { $ref: string }[];
}

/**
 * The live events as a document in AsyncAPI 3.0, made of the contract: the address is that of `openJobStream`, the
 * messages are `LiveClientMessage`, each of `LiveEvent`, and `ErrorEnvelope`. Null: the contract has no stream.
 */
export function streamOf(document: object): object | null {
  const { info, servers: [server] = [], paths, components } = document as Document;
  const [address, item] =
    Object.entries(paths).find(([, { get }]) => get?.operationId === 'openJobStream') ?? [];
  if (address === undefined || !item?.get) return null;
  const { schemas } = components;
  const events = (schemas['LiveEvent']?.oneOf ?? []).map(({ $ref }) => $ref.split('/').at(-1) ?? '');
  const told = [...events, 'ErrorEnvelope'];
  const names = ['LiveClientMessage', ...told];
  const messages = Object.fromEntries(names.map((name) => [name, messageOf(name, schemas[name] ?? {})]));
  const parts: DocumentPart['components'] = {};
  copyReferred(Object.values(messages), { from: components, to: parts });
  const at = (of: readonly string[]): object[] =>
    of.map((name) => ({ $ref: `#/channels/live/messages/${name}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${info.title}: live events`,
      version: info.version,
      description: item.get.description,
      license: info.license && { name: info.license.name },
      tags: [{ name: 'live' }],
    },
    ...(server ? { servers: { manager: serverOf(server) } } : {}),
    channels: {
      live: {
        address,
        description: 'A WebSocket, opened with a ticket of `createWsTicket`.',
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET', query: queryOf(item.get) } },
      },
    },
    operations: {
      subscribe: {
        action: 'receive',
        summary: 'Subscribe to the fleet, or to a job',
        description: 'From then on the events come; of a job those after `from_seq` first.',
        channel: { $ref: '#/channels/live' },
        messages: at(['LiveClientMessage']),
      },
      tell: {
        action: 'send',
        summary: 'Send events',
        description: 'Each message is an event, or the answer to a message that was not understood.',
        channel: { $ref: '#/channels/live' },
        messages: at(told),
      },
    },
    components: { messages, schemas: parts['schemas'] },
  };
}

const messageOf = (name: string, { description, examples = [] }: Schema): object => ({
  name,
  contentType: 'application/json',
  ...(description === undefined ? {} : { summary: description }),
  payload: { $ref: `#/components/schemas/${name}` },
  ...(examples.length > 0 ? { examples: examples.map((payload) => ({ payload })) } : {}),
});

function serverOf({
  url,
  description,
  variables,
}: {
  url: string;
  description?: string;
  variables?: object;
}): object {
  return { host: url.replace(/^https:\/\//, ''), protocol: 'wss', description, variables };
}

/** Of the parameters only the ticket is for a plain WebSocket; the others belong to socket.io. */
function queryOf({ parameters = [] }: Operation): object {
  const ticket = parameters.find(({ name }) => name === 'ticket');
  const schema = { ...ticket?.schema, description: ticket?.description };
  return { type: 'object', required: ['ticket'], properties: { ticket: schema } };
}
