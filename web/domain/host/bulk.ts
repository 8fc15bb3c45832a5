import { announce } from '../../core/announce.ts';
import { api, idempotencyKey, must } from '../../core/api.ts';
import { plural } from '../../core/format.ts';
import { session } from '../../core/session.ts';
import { BulkRun, type BulkTarget, type BulkWork } from './bulkRun.ts';
import { RefreshFollow } from './refreshFollow.ts';

export type BulkAction = 'refresh' | 'remove';

/** What a run is called, while it works and at its end. */
export const bulkWords: Readonly<Record<BulkAction, { title: string; ended: string }>> = {
  refresh: { title: 'Refresh', ended: 'asked to refresh' },
  remove: { title: 'Removal', ended: 'removed' },
};

/**
 * The action over many hosts that is under way, or was last. It outlives the page: who looks at a host meanwhile
 * finds it still at work. Fires `change`.
 */
export class HostBulk extends EventTarget {
  action: BulkAction = 'refresh';
  run: BulkRun | null = null;
  readonly follow = new RefreshFollow({
    readPolledAt,
    changed: () => this.#changed(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  #userId: string | null = null;

  constructor() {
    super();
    session.addEventListener('change', () => {
      if (this.run && session.user?.id !== this.#userId) this.close();
    });
  }

  start(action: BulkAction, targets: readonly BulkTarget[]): void {
    this.close();
    this.action = action;
    this.#userId = session.user?.id ?? null;
    this.run = new BulkRun(targets, this.#workOf(action), {
      changed: () => this.#changed(),
      newKey: () => idempotencyKey()['Idempotency-Key'],
      sleep,
    });
    void this.#until(this.run, this.run.run());
  }

  retry(): void {
    if (this.run && !this.run.isRunning) void this.#until(this.run, this.run.retry());
  }

  /** Forgets it; what has not begun yet is not done any more. */
  close(): void {
    this.run?.stop();
    this.run = null;
    this.follow.close();
    this.follow.readCount = 0;
    this.#changed();
  }

  async #until(run: BulkRun, work: Promise<void>): Promise<void> {
    addEventListener('beforeunload', askToStay);
    await work;
    removeEventListener('beforeunload', askToStay);
    if (run !== this.run) return;
    const failed = run.failures.length > 0 ? `, ${run.failures.length} failed` : '';
    announce(`${plural(run.done.length, 'host')} ${bulkWords[this.action].ended}${failed}`);
  }

  #workOf(action: BulkAction): BulkWork {
    if (action === 'remove')
      return async ({ id }) =>
        void (await must(api.DELETE('/api/v1/hosts/{id}', { params: { path: { id } } })));
    return async ({ id }, key) => {
      const before = await readPolledAt(id);
      const params = { path: { id }, header: { 'Idempotency-Key': key } };
      await must(api.POST('/api/v1/hosts/{id}/refresh', { params }));
      if (this.run) this.follow.expect(id, before);
    };
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

async function readPolledAt(id: string): Promise<string | null> {
  return (await must(api.GET('/api/v1/hosts/{id}', { params: { path: { id } } }))).patches_polled_at;
}

/** The browser asks before it closes the tab: the rest would not be done. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

export const hostBulk = new HostBulk();
