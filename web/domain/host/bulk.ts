import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { idempotencyKey } from '../../core/idempotencyKey.ts';
import { plural } from '../../core/format.ts';
import { session } from '../../core/session.ts';
import { BulkRun, type BulkTarget, type BulkWork, type PortionWork } from './bulkRun.ts';
import { readHost, removeHost } from './changes.ts';
import { hostsOutOf, hostsUpdated } from './portions.ts';
import { RefreshFollow } from './refreshFollow.ts';

export type BulkAction =
  | 'refresh'
  | 'remove'
  | 'maintenanceOn'
  | 'maintenanceOff'
  | 'addTags'
  | 'removeTags'
  | 'removeFromGroup';

/** The title of a run, the word for a finished host, and the words told at the end. */
export const bulkWords: Readonly<Record<BulkAction, { title: string; done: string; ended: string }>> = {
  refresh: { title: 'Refresh', done: 'refreshed', ended: 'refreshing' },
  remove: { title: 'Removal', done: 'removed', ended: 'removed' },
  maintenanceOn: { title: 'Maintenance mode on', done: 'in maintenance', ended: 'in maintenance' },
  maintenanceOff: {
    title: 'Maintenance mode off',
    done: 'out of maintenance',
    ended: 'out of maintenance',
  },
  addTags: { title: 'New tags', done: 'tagged', ended: 'tagged' },
  removeTags: { title: 'Tag removal', done: 'updated', ended: 'updated' },
  removeFromGroup: {
    title: 'Removal from the group',
    done: 'removed from the group',
    ended: 'removed from the group',
  },
};

/**
 * The action over many hosts that is under way, or was last. It outlives the page: it goes on while the reader looks at
 * a host. Fires `change`.
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

  /** `words` are the tags to add or remove, or the id of the group. */
  start(action: BulkAction, targets: readonly BulkTarget[], words: readonly string[] = []): void {
    this.close();
    this.action = action;
    this.#userId = session.user?.id ?? null;
    this.run = new BulkRun(targets, this.#workOf(action, words), {
      changed: () => this.#changed(),
      newKey: () => idempotencyKey()['Idempotency-Key'],
      sleep,
    });
    void this.#until(this.run, this.run.run());
  }

  retry(): void {
    if (this.run && !this.run.isRunning) void this.#until(this.run, this.run.retry());
  }

  /** Forgets the run; hosts that have not begun are left as they are. */
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

  #workOf(action: BulkAction, words: readonly string[]): BulkWork | PortionWork {
    switch (action) {
      case 'refresh':
        return (target, key) => this.#refresh(target, key);
      case 'remove':
        return ({ id }) => removeHost(id);
      case 'maintenanceOn':
      case 'maintenanceOff':
        return hostsUpdated({ maintenance_mode: action === 'maintenanceOn' });
      case 'addTags':
        return hostsUpdated({ add_tags: [...words] });
      case 'removeTags':
        return hostsUpdated({ remove_tags: [...words] });
      case 'removeFromGroup':
        return hostsOutOf(words[0] ?? '');
    }
  }

  async #refresh({ id }: BulkTarget, key: string): Promise<void> {
    const before = await readPolledAt(id);
    const params = { path: { host_id: id }, header: { 'Idempotency-Key': key } };
    await must(api.POST('/api/v1/hosts/{host_id}/refresh', { params }));
    if (this.run) this.follow.expect(id, before);
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

async function readPolledAt(id: string): Promise<string | null> {
  return (await readHost(id)).patches_polled_at;
}

/** Makes the browser ask before it closes the tab: the remaining hosts would not be done. */
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
