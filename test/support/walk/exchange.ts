import { request } from 'undici';
import type { Answer } from './judge.ts';

export interface Sent {
  method: string;
  headers: Record<string, string>;
  text?: string | Uint8Array | undefined;
}

/**
 * One exchange with the manager, by the part of undici on which `fetch` is built: a walk makes thousands of calls, and
 * `fetch` takes as long for one as the manager.
 */
export async function exchange(
  url: string,
  { method, headers: sent, text }: Sent,
): Promise<Omit<Answer, 'code'>> {
  const response = await request(url, {
    method,
    headers: sent,
    ...(text === undefined ? {} : { body: text }),
  });
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(response.headers))
    for (const one of [value].flat()) headers.append(name, one);
  return { status: response.statusCode, headers, body: bodyOf(headers, await response.body.text()) };
}

function bodyOf(headers: Headers, text: string): unknown {
  if (text === '') return null;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? JSON.parse(text) : text;
}
