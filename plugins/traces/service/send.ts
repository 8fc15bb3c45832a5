import type { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { managerVersion, type Context } from '#sdk';
import type { JobSpan } from '../domain/spans.ts';
import { callOf, headersOf, OWN_COLLECTOR, type TraceSettings } from '../settings.ts';

const TIMEOUT_MS = 20_000;
/** An answer says at most how many spans were not taken, and why. */
const MAX_ANSWER_BYTES = 65_536;
/** Statuses after which the same call may succeed: OTLP, “Retryable Response Codes”; and 408 and 425 of proxies. */
const PASSING: readonly number[] = [408, 425, 429, 502, 503, 504];
/** Internal, by OpenTelemetry: no call from one service to another. */
const INTERNAL = 0;
const SAMPLED = 1;
const FAILED = 2;
const UNSET = 0;

/** `later`: another try may succeed. `message`: what the collector said, in a sentence. */
export interface Sent {
  kind: 'taken' | 'later' | 'refused';
  message: string;
}

export interface Sending {
  settings: TraceSettings;
  traceId: string;
  spans: readonly JobSpan[];
  signal: AbortSignal;
}

/**
 * Sends spans of one trace to the collector of the settings: OTLP over HTTP, in protobuf. The library that encodes them
 * is loaded by the first one. Never throws for what the collector does.
 */
export async function sendSpans(
  ctx: Pick<Context, 'outbound' | 'instanceId'>,
  { settings, traceId, spans, signal }: Sending,
): Promise<Sent> {
  const { ProtobufTraceSerializer: otlp } = await import('@opentelemetry/otlp-transformer');
  const resource = resourceOf(ctx.instanceId);
  const body = otlp.serializeRequest(spans.map((span) => readable(span, traceId, resource)));
  if (body === undefined) return { kind: 'refused', message: 'The spans could not be encoded.' };
  const result = await ctx.outbound.fetch({
    ...callOf(settings.endpoint),
    method: 'POST',
    headers: {
      ...(settings.headers === null ? {} : headersOf(settings.headers)),
      'content-type': 'application/x-protobuf',
    },
    body: Buffer.from(body),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (!result.ok) {
    const { reason, refusal, message } = result.failure;
    const isOwn = refusal === 'LOOPBACK' || refusal === 'OWN_ADDRESS';
    const isForGood = reason === 'URL_INVALID' || reason === 'ADDRESS_REFUSED';
    return {
      kind: isForGood ? 'refused' : 'later',
      message: isOwn ? `${message} ${OWN_COLLECTOR}` : message,
    };
  }
  const { status } = result;
  if (status < 200 || status > 299)
    return {
      kind: PASSING.includes(status) ? 'later' : 'refused',
      message: `The collector answered ${status}.`,
    };
  const left = rejectedIn(() => otlp.deserializeResponse(result.body));
  return left === 0
    ? { kind: 'taken', message: 'The collector took the spans.' }
    : { kind: 'refused', message: `The collector rejected ${left} of ${spans.length} spans.` };
}

function rejectedIn(read: () => { partialSuccess?: { rejectedSpans?: number } }): number {
  try {
    return Number(read().partialSuccess?.rejectedSpans ?? 0);
  } catch {
    // Some collectors answer with JSON, or with nothing.
    return 0;
  }
}

type Encoded = Parameters<(typeof ProtobufTraceSerializer)['serializeRequest']>[0][number];

function resourceOf(instanceId: string): Encoded['resource'] {
  const attributes = {
    'service.name': 'fleetmend',
    'service.version': managerVersion(),
    'service.instance.id': instanceId,
  };
  return { attributes } as unknown as Encoded['resource'];
}

function readable(span: JobSpan, traceId: string, resource: Encoded['resource']): Encoded {
  const contextOf = (spanId: string) => ({ traceId, spanId, traceFlags: SAMPLED });
  const own = contextOf(span.id);
  return {
    name: span.name,
    kind: INTERNAL,
    spanContext: () => own,
    ...(span.parentId === null ? {} : { parentSpanContext: contextOf(span.parentId) }),
    startTime: timeOf(span.from),
    endTime: timeOf(span.to),
    status: { code: span.hasFailed ? FAILED : UNSET },
    attributes: span.attributes,
    links: [],
    events: [],
    duration: [0, 0],
    ended: true,
    resource,
    instrumentationScope: { name: 'fleetmend.jobs' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
const timeOf = (at: Date): [number, number] => [
  Math.floor(at.getTime() / 1_000),
  (at.getTime() % 1_000) * 1_000_000,
];
