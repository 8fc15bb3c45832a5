import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/manager.ts';

type Schemas = components['schemas'];
export type LiveEvent = Schemas['LiveEvent'];
export type LiveMessage = Schemas['LiveServerMessage'];
export type JobEvent = Schemas['JobUpdatedEvent'] | Schemas['JobHostUpdatedEvent'] | Schemas['JobLogEvent'];

export type Subscription = { to: 'fleet' } | { to: 'job'; jobId: string; fromSeq: number };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `LiveClientMessage` as JSON text; null: not understood. */
export function parseMessage(text: string): Subscription | null {
  try {
    return readMessage(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Refuses unknown properties, as every request does, so that a typing slip is noticed. Null: not understood. */
export function readMessage(message: unknown): Subscription | null {
  if (!isObject(message) || !hasOnly(message, ['subscribe'])) return null;
  return readSubscription(message.subscribe);
}

export function readSubscription(value: unknown): Subscription | null {
  if (value === 'fleet') return { to: 'fleet' };
  if (!isObject(value) || !hasOnly(value, ['job_id', 'from_seq'])) return null;
  const { job_id: jobId, from_seq: fromSeq = 0 } = value;
  if (typeof jobId !== 'string' || !UUID.test(jobId)) return null;
  if (typeof fromSeq !== 'number' || !Number.isSafeInteger(fromSeq) || fromSeq < 0) return null;
  return { to: 'job', jobId, fromSeq };
}

export function errorMessage(code: string, message: string): Schemas['ErrorEnvelope'] {
  return { error: { code, message, request_id: uuid() } } as Schemas['ErrorEnvelope'];
}

const texts = new WeakMap<object, string>();

/** The JSON text of an event, made once however many clients get it. */
export function textOf(message: LiveMessage): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  texts.set(message, text);
  return text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
