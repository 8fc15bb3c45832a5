import type { ReactiveControllerHost } from 'lit';
import { Action } from '../../core/action.ts';
import { navigate, onward } from '../../core/router.ts';
import { askAbout, startJob } from '../../domain/host/act.ts';
import { asker } from '../../domain/host/asker.ts';
import { hostBulk } from '../../domain/host/bulk.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { isJobAction, type HostAction } from '../../domain/host/hostAction.ts';
import { bulkOffers, type BulkOffer } from '../../domain/host/offers.ts';
import type { Selecting } from './selecting.ts';

/** What can be done with the selected hosts, and the doing of it. */
export class SelectedActions {
  readonly #selecting: Selecting;
  readonly #starting: Action;

  constructor(page: ReactiveControllerHost, selecting: Selecting) {
    this.#selecting = selecting;
    this.#starting = new Action(page);
  }

  get offers(): readonly BulkOffer<BulkTarget>[] {
    return bulkOffers(this.#selecting.targets, asker);
  }

  /** Whether the reader may do anything with selected hosts. */
  get areOffered(): boolean {
    return bulkOffers([], asker).length > 0;
  }

  /** The address that compares the packages of two selected hosts; null: others are selected, or nothing compares. */
  get compareHref(): string | null {
    const [host, other, ...more] = this.#selecting.ids;
    if (host === undefined || other === undefined || more.length > 0) return null;
    if (!asker.may('hosts:read') || !asker.serves('listHostPackageDifferences')) return null;
    return `/packages/compare?${new URLSearchParams({ host, with: other })}`;
  }

  /** Whether a job is being started. */
  get isStarting(): boolean {
    return this.#starting.isBusy;
  }

  /** Why the last job was not started; null: it was. */
  get problem(): unknown {
    return this.#starting.problem;
  }

  async act(action: HostAction): Promise<void> {
    const offer = this.offers.find((one) => one.action === action);
    if (!offer || offer.able.length === 0 || action === 'edit') return;
    if (action === 'patch') return navigate(newJobHref(offer.able.map(({ id }) => id)));
    if (action === 'refresh') return hostBulk.start('refresh', offer.able);
    const words = await askAbout(action, offer);
    if (words === null) return;
    if (!isJobAction(action)) return hostBulk.start(action, offer.able, words);
    await this.#starting.run(async () => {
      const go = onward();
      const job = await startJob(action, offer.able, words);
      if (job) go(`/jobs/${job.id}`);
    });
  }
}
