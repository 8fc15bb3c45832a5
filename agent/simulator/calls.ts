import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { SimulatedAgent } from './agent.ts';

/** Called for each answer, before its last byte is sent. */
export type OnAnswer = (req: IncomingMessage, res: ServerResponse) => void;

/** Counts answers by `METHOD /path status`; ids appear as `{id}`. */
export class AnswerCounts {
  readonly #counts: Record<string, number> = {};

  readonly note: OnAnswer = ({ method, url }, { statusCode }) => {
    const path = url?.split('?')[0]?.replace(/[0-9a-f-]{36}/, '{id}');
    const key = `${method} ${path} ${statusCode}`;
    this.#counts[key] = (this.#counts[key] ?? 0) + 1;
  };

  /** So far. */
  get all(): Record<string, number> {
    return { ...this.#counts };
  }
}

/** The calls to many agents that one server takes: the connection says whose they are. */
export class SharedCalls {
  readonly #open = new Map<TLSSocket, SimulatedAgent>();
  readonly #onAnswer: OnAnswer;

  constructor(onAnswer: OnAnswer) {
    this.#onAnswer = onAnswer;
  }

  /** From now on, calls on this connection are for that agent. */
  take(socket: TLSSocket, one: SimulatedAgent): void {
    this.#open.set(socket, one);
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Breaks the agent's connections, or those of them that `judge` picks. */
  break(one: SimulatedAgent, judge: (socket: TLSSocket) => boolean = () => true): void {
    for (const [socket, owner] of this.#open) if (owner === one && judge(socket)) socket.destroy();
  }

  readonly handler = (req: IncomingMessage, res: ServerResponse): void => {
    const one = this.#open.get(req.socket as TLSSocket);
    if (!one) return void req.socket.destroy();
    one.heardAtMs = performance.now();
    res.once('finish', () => this.#onAnswer(req, res));
    answer(one, req, res);
  };

  readonly handleUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const one = this.#open.get(req.socket as TLSSocket);
    if (!one) socket.destroy();
    else if (!one.behaviour.silent) one.agent.handleUpgrade(req, socket, head);
  };
}

/** Applies the faults of the network and of a broken agent to an answer; everything else is done by the agent. */
function answer(one: SimulatedAgent, req: IncomingMessage, res: ServerResponse): void {
  const { silent, lie, answerDelayMs } = one.behaviour;
  if (silent) return;
  if (lie === 'contract') {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true,"data":{"lie":true}}');
    return;
  }
  if (answerDelayMs === 0) return one.agent.handler(req, res);
  const timer = setTimeout(() => one.agent.handler(req, res), answerDelayMs);
  res.once('close', () => clearTimeout(timer));
}

/** The host whose certificate one shows when it lies. */
export const neighbourOf = (served: readonly SimulatedAgent[], one: SimulatedAgent): SimulatedAgent =>
  served[(served.indexOf(one) + 1) % served.length] ?? one;
