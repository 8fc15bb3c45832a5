/** The client of the contract test: calls operations, and records what it has seen. */
import type { PluginTest } from '#sdk/testing.ts';
import { operationNamed, type Operation } from './contract.ts';
import { exchange } from './exchange.ts';
import { deviationsOf, type Answer } from './judge.ts';

export interface Call {
  /** Path parameters, by name. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The raw content, instead of a body in JSON. */
  content?: { type: string | null; text: string | Uint8Array };
  /** The bearer token; null: none; left out: the administrator's. */
  bearer?: string | null;
  /** A method other than the operation's. */
  method?: string;
}

/** What a call without a token has. */
export const anonymous = { bearer: null } as const;
/** An id that nothing has. */
export const NOBODY = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';

export class Walker {
  readonly kit: PluginTest;
  /** `operationId CODE` */
  readonly seen: Set<string>;
  /** The last call that was answered well, by operation. */
  readonly valid = new Map<string, Call>();
  readonly deviations: Set<string>;
  /** The last `Location`, by operation. */
  readonly locations = new Map<string, string>();
  calls = 0;
  /** Told of each answer. */
  onAnswer: (operation: Operation, answer: Answer) => void = () => undefined;
  /** The administrator's current token. */
  bearer: () => Promise<string> = () => Promise.resolve('');

  /** `other`: a walker that shares its record of what was seen. */
  constructor(kit: PluginTest, other?: Walker) {
    this.kit = kit;
    this.seen = other?.seen ?? new Set();
    this.deviations = other?.deviations ?? new Set();
  }

  async call<T = Record<string, unknown>>(operationId: string, call: Call = {}): Promise<Answer<T>> {
    const operation = operationNamed(operationId);
    return this.meet(operationId, call, await this.#send(operation, call)) as Answer<T>;
  }

  /** Checks an answer, however the call was made, and records what is seen. */
  meet(operationId: string, call: Call, { status, headers, body }: Omit<Answer, 'code'>): Answer {
    const operation = operationNamed(operationId);
    const code = status >= 400 ? ((body as { error?: { code?: string } } | null)?.error?.code ?? '') : null;
    const answer = { status, headers, body, code };
    this.calls += 1;
    this.onAnswer(operation, answer);
    const location = headers.get('location');
    if (location !== null && status < 300) this.locations.set(operationId, location);
    for (const text of deviationsOf(operation, answer)) this.deviations.add(text);
    if (code !== null) this.seen.add(`${operationId} ${code}`);
    else if (!call.method) this.valid.set(operationId, call);
    return answer;
  }

  /** A call that must be answered well; throws with the refusal otherwise. */
  async must<T = Record<string, unknown>>(operationId: string, call: Call = {}): Promise<T> {
    const { status, body } = await this.call<T>(operationId, call);
    if (status >= 400) throw new Error(`${operationId}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async #send(operation: Operation, call: Call): Promise<Omit<Answer, 'code'>> {
    const { body, content, bearer = await this.bearer() } = call;
    const text = content ? content.text : body === undefined ? undefined : JSON.stringify(body);
    const type = content ? content.type : body === undefined ? null : 'application/json';
    return exchange(`${this.kit.url}${targetOf(operation, call)}`, {
      method: call.method ?? operation.method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(type === null ? {} : { 'content-type': type }),
        ...call.headers,
      },
      text,
    });
  }
}

export function targetOf({ path }: Operation, call: Call): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? NOBODY),
  );
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}
