import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { openLive, type LiveEvent, type LiveHandle, type LiveOptions, type LiveState } from './live.ts';

/** The subject of a subscription: the fleet, or a job from after `fromSeq`. */
export type Topic = LiveOptions['subscribe'];

export interface LiveTopicOptions {
  /** Called at each update; null: no subscription for now. Another job opens another stream. */
  topic(): Topic | null;
  /** All events since the last call, in order, each once. */
  onEvents?(events: LiveEvent[]): void;
  /**
   * Called after a gap that has no history: read again what is on the screen. Resources with this topic do so by
   * themselves.
   */
  onResync?(): void;
}

type Part = Pick<LiveTopicOptions, 'onEvents' | 'onResync'> & Pick<LiveOptions, 'onState'>;

/**
 * Subscribes its host to live events as long as it is on the page. The stream resumes by itself; the shell, not the
 * page, tells when it is cut off. All topics of the fleet share one connection.
 */
export class LiveTopic implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: LiveTopicOptions;
  readonly #resyncs = new Set<() => void>();
  #handle: LiveHandle | null = null;
  #key: string | null = null;
  #isConnected = false;

  constructor(host: ReactiveControllerHost, options: LiveTopicOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Also `off` while there is no subscription. */
  get state(): LiveState {
    return this.#handle?.state ?? 'off';
  }

  /**
   * Resolves when reading can begin: no later event is missed, or `onResync` is called. Never rejects, never takes
   * long.
   */
  get ready(): Promise<void> {
    return this.#handle?.ready ?? Promise.resolve();
  }

  /** Adds a listener that is called after a gap. */
  addResync(listener: () => void): void {
    this.#resyncs.add(listener);
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#follow();
  }

  hostUpdate(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#close();
  }

  #follow(): void {
    if (!this.#isConnected) return;
    const topic = this.#options.topic();
    const key = topic === null ? null : topic === 'fleet' ? 'fleet' : topic.jobId;
    if (key === this.#key) return;
    this.#close();
    this.#key = key;
    if (topic !== null)
      this.#handle = topic === 'fleet' ? fleet.join(this.#part()) : open(topic, this.#part());
  }

  #part(): Part {
    return {
      onEvents: (events) => this.#options.onEvents?.(events),
      onState: () => this.#host.requestUpdate(),
      onResync: () => {
        this.#options.onResync?.();
        for (const listener of this.#resyncs) listener();
        this.#host.requestUpdate();
      },
    };
  }

  #close(): void {
    this.#handle?.close();
    this.#handle = null;
    this.#key = null;
  }
}

function open(topic: Topic, part: Part): LiveHandle {
  return openLive({
    subscribe: topic,
    onEvents: (events) => part.onEvents?.(events),
    onState: (state) => part.onState?.(state),
    onResync: () => part.onResync?.(),
  });
}

/** One connection for all who follow the fleet; it is open as long as somebody does. */
class SharedFleet {
  readonly #parts = new Set<Part>();
  #stream: LiveHandle | null = null;

  join(part: Part): LiveHandle {
    this.#parts.add(part);
    this.#stream ??= open('fleet', {
      onEvents: (events) => this.#parts.forEach((each) => each.onEvents?.(events)),
      onState: (state) => this.#parts.forEach((each) => each.onState?.(state)),
      onResync: () => this.#parts.forEach((each) => each.onResync?.()),
    });
    const stream = this.#stream;
    return {
      get state() {
        return stream.state;
      },
      ready: stream.ready,
      close: () => this.#leave(part),
    };
  }

  #leave(part: Part): void {
    this.#parts.delete(part);
    if (this.#parts.size > 0) return;
    this.#stream?.close();
    this.#stream = null;
  }
}

const fleet = new SharedFleet();
