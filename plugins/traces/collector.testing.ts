/** A receiver of OTLP over HTTP that keeps what it got: it reads the fields that the tests ask for, by their numbers. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came, by trace.proto of OpenTelemetry. */
export interface GotSpan {
  traceId: string;
  id: string;
  parentId: string | null;
  name: string;
  fromMs: number;
  toMs: number;
  hasFailed: boolean;
  attributes: Record<string, string | number | boolean>;
}

export interface Collector {
  port: number;
  /** Path and headers of each call. */
  calls: { path: string; headers: IncomingHttpHeaders }[];
  spans: GotSpan[];
  resource: Record<string, string | number | boolean>;
  /** Statuses of the next answers; afterwards 200. */
  answers: number[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const status = collector.answers.shift() ?? 200;
      collector.calls.push({ path: req.url ?? '', headers: req.headers });
      if (status === 200) take(collector, Buffer.concat(chunks));
      res.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    port: (server.address() as AddressInfo).port,
    calls: [],
    spans: [],
    resource: {},
    answers: [],
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return collector;
}

/** ExportTraceServiceRequest → ResourceSpans (resource 1, scope_spans 2) → ScopeSpans (spans 2). */
function take(collector: Collector, request: Buffer): void {
  for (const resourceSpans of all(request, 1)) {
    for (const resource of all(resourceSpans, 1))
      Object.assign(collector.resource, attributesOf(resource, 1));
    for (const scope of all(resourceSpans, 2)) collector.spans.push(...all(scope, 2).map(spanOf));
  }
}

function spanOf(span: Buffer): GotSpan {
  const text = (field: number): string => all(span, field)[0]?.toString() ?? '';
  const hex = (field: number): string => all(span, field)[0]?.toString('hex') ?? '';
  const status = all(span, 15)[0] ?? Buffer.alloc(0);
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4) || null,
    name: text(5),
    fromMs: Number(fixed(span, 7) / 1_000_000n),
    toMs: Number(fixed(span, 8) / 1_000_000n),
    hasFailed: numbers(status).get(3) === 2n,
    attributes: attributesOf(span, 9),
  };
}

/** KeyValue (key 1, value 2), AnyValue (string 1, bool 2, int 3). */
function attributesOf(message: Buffer, field: number): Record<string, string | number | boolean> {
  const pairs = all(message, field).map((pair) => {
    const key = all(pair, 1)[0]?.toString() ?? '';
    const value = all(pair, 2)[0] ?? Buffer.alloc(0);
    const [string] = all(value, 1);
    if (string !== undefined) return [key, string.toString()];
    const counted = numbers(value);
    return [key, counted.has(2) ? counted.get(2) === 1n : Number(counted.get(3))];
  });
  return Object.fromEntries(pairs) as Record<string, string | number | boolean>;
}

const all = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap(({ number, value }) =>
    number === field && Buffer.isBuffer(value) ? [value] : [],
  );
const numbers = (message: Buffer): Map<number, bigint> =>
  new Map(
    fieldsOf(message).flatMap(({ number, value }) => (typeof value === 'bigint' ? [[number, value]] : [])),
  );
const fixed = (message: Buffer, field: number): bigint => numbers(message).get(field) ?? 0n;

/** The wire format: https://protobuf.dev/programming-guides/encoding/. */
function fieldsOf(message: Buffer): { number: number; value: bigint | Buffer }[] {
  const fields: { number: number; value: bigint | Buffer }[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint() });
        break;
      case 1:
        fields.push({ number, value: message.readBigUInt64LE(at) });
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        fields.push({ number, value: message.subarray(at, at + length) });
        at += length;
        break;
      }
      case 5:
        fields.push({ number, value: BigInt(message.readUInt32LE(at)) });
        at += 4;
        break;
      default:
        throw new Error(`a field of the wire type ${tag & 7}`);
    }
  }
  return fields;
}
