import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { announce } from '../../core/announce.ts';
import { countText } from '../../core/format.ts';
import type { PagedList } from '../../core/pagedList.ts';
import { hostName } from '../../domain/host/hostName.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import { hostBulk } from '../../domain/host/bulk.ts';
import {
  hiddenCount,
  NOTHING,
  selectAlso,
  selectExactly,
  targetsOf,
  unselect,
  type HostSelection,
} from './hostSelection.ts';

type Host = Schemas['Host'];

/** Keeps the selection while its user looks at a host; the next user does not get it. */
let kept: { userId: string; selection: HostSelection } | null = null;

/** What is selected in the list of hosts, and what is done with it. */
export class Selecting implements ReactiveController {
  isSelectingAll = false;
  readonly #host: ReactiveControllerHost;
  readonly #pages: PagedList<Host>;
  #selection: HostSelection = NOTHING;
  #settled: readonly BulkTarget[] = [];
  #seen: readonly Host[] = [];
  #of: HostSelection | null = null;
  #targets: readonly BulkTarget[] = [];

  constructor(host: ReactiveControllerHost, pages: PagedList<Host>) {
    this.#host = host;
    this.#pages = pages;
    host.addController(this);
  }

  hostConnected(): void {
    this.#selection = kept?.userId === session.user?.id ? (kept?.selection ?? NOTHING) : NOTHING;
    this.#settled = hostBulk.run?.done ?? [];
    hostBulk.addEventListener('change', this.#bulkChanged);
  }

  hostDisconnected(): void {
    hostBulk.removeEventListener('change', this.#bulkChanged);
    this.isSelectingAll = false;
  }

  get ids(): ReadonlySet<string> {
    return this.#selection.ids;
  }

  /** “3,000 of 10,000” while all are being selected. */
  get reading(): string | null {
    const { rows, total } = this.#pages;
    return this.isSelectingAll ? `${countText(rows.length)} of ${countText(total)}` : null;
  }

  hiddenCount(isFiltered: boolean): number | null {
    if (this.ids.size === 0) return 0;
    if (!this.#pages.isCurrent) return null;
    const rowIds = this.#pages.rows.map(({ id }) => id);
    return hiddenCount(this.#selection, { rowIds, total: this.#pages.total ?? Infinity, isFiltered });
  }

  set(ids: ReadonlySet<string>): void {
    if (ids.size === 0 && this.ids.size > 0) return this.clear();
    this.#keep(selectExactly(this.#selection, ids, this.#rows()));
  }

  add(hosts: readonly BulkTarget[]): void {
    this.#keep(selectAlso(this.#selection, hosts));
  }

  /** Deselects hosts that were deleted. */
  forget(ids: readonly string[]): void {
    if (ids.some((id) => this.ids.has(id))) this.#keep(unselect(this.#selection, ids));
  }

  clear(): void {
    this.#keep(NOTHING);
    announce('Nothing is selected');
  }

  /** Selects all hosts that match the filter, also those that are not loaded yet. */
  async selectAll(isOn: boolean): Promise<void> {
    if (!isOn)
      return this.#keep(
        unselect(
          this.#selection,
          this.#pages.rows.map(({ id }) => id),
        ),
      );
    this.isSelectingAll = !this.#pages.isComplete;
    this.#host.requestUpdate();
    const isRead = await this.#pages.readAll();
    this.isSelectingAll = false;
    if (isRead) this.add(this.#rows());
    this.#host.requestUpdate();
  }

  /** The selected hosts, as the list shows them now. */
  get targets(): readonly BulkTarget[] {
    const { rows } = this.#pages;
    if (this.#seen !== rows || this.#of !== this.#selection) {
      this.#seen = rows;
      this.#of = this.#selection;
      this.#targets = targetsOf(selectExactly(this.#selection, this.ids, this.#rows()));
    }
    return this.#targets;
  }

  #rows(): BulkTarget[] {
    return this.#pages.rows.map((host) => ({ id: host.id, name: hostName(host), host }));
  }

  #keep(selection: HostSelection): void {
    this.#selection = selection;
    kept = session.user ? { userId: session.user.id, selection } : null;
    this.#host.requestUpdate();
  }

  /** Deselects removed hosts; then reads the list again, unless that would take a reader back to its start. */
  readonly #bulkChanged = (): void => {
    const { run, action, follow } = hostBulk;
    this.#host.requestUpdate();
    if (!run || run.isRunning || run.done === this.#settled || follow.waiting.size > 0) return;
    this.#settled = run.done;
    if (action !== 'remove') {
      if (this.#pages.isOnePage) this.#pages.restart();
      return;
    }
    this.#keep(
      unselect(
        this.#selection,
        run.done.map(({ id }) => id),
      ),
    );
    this.#pages.restart();
  };
}
