import { LitElement } from 'lit';
import { api, must } from '../../core/api.ts';
import { define } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import type { LiveEvent } from '../../core/live.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import type { User } from '../../core/schema.ts';
import { Notices } from './notices.ts';
import { jobNews, requestNews } from './texts.ts';

const ENDED = new Set(['completed', 'partial', 'failed', 'cancelled']);
/** Jobs that end within this time of each other are read once. */
const GATHER_MS = 1_000;
const MOST_JOBS = 100;

/**
 * Keeps the counts of what waits and the notifications of one user up to date as long as it is in the page, by the
 * connection that pages have anyway. What happened while no tab was open is read at the start. Shows nothing; fires
 * `fm-watched` when something has changed.
 */
export class FmWatch extends LitElement {
  readonly notices: Notices;
  readonly #user: User;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #requests = new Resource(this, {
    args: () => (may(this.#user, 'enrollment:manage') && features.serves('listEnrollments') ? [] : null),
    live: this.#live,
    read: (_args, signal) => this.#readRequests(signal),
  });
  readonly #jobs = new Resource(this, {
    args: () => (may(this.#user, 'jobs:read') && features.serves('listJobs') ? [] : null),
    live: this.#live,
    read: (_args, signal) => this.#readJobs(signal),
  });
  readonly #approvals = new Resource(this, {
    args: () => (may(this.#user, 'jobs:run') && features.serves('listApprovals') ? [] : null),
    live: this.#live,
    read: async (_args, signal) => {
      const query = { waits_for_me: true, limit: 1 };
      return (await must(api.GET('/api/v1/approvals', { params: { query }, signal }))).total;
    },
  });
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #gone = new AbortController();

  constructor(user: User) {
    super();
    this.#user = user;
    this.notices = new Notices(user.id);
  }

  /** Requests for enrollment that wait for a person. */
  get waitingCount(): number {
    return this.#requests.value ?? 0;
  }

  /** Approvals that this user could give. */
  get approvalsCount(): number {
    return this.#approvals.value ?? 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    this.notices.follow(signal);
    this.notices.addEventListener('change', () => this.requestUpdate(), { signal });
    // The page that approves or denies fires this, since no live event tells of it.
    const waitingChanged = (): void => {
      this.#requests.retry();
      this.#approvals.retry();
    };
    addEventListener('fm-waiting-changed', waitingChanged, { signal });
    addEventListener('fm-navigated', () => this.notices.markRead(location.pathname), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#gathering);
    this.#gone.abort();
  }

  protected override updated(): void {
    this.dispatchEvent(new CustomEvent('fm-watched'));
  }

  #received(events: readonly LiveEvent[]): void {
    if (events.some(({ kind }) => kind === 'approval.updated')) this.#approvals.retry();
    const isRequest = events.some(({ kind }) => kind === 'enrollment.created');
    const fleet = events.findLast((event) => event.kind === 'fleet.updated');
    const isOther = fleet?.kind === 'fleet.updated' && fleet.data.enrollments_pending !== this.waitingCount;
    if (isRequest || isOther) this.#requests.retry();
    const hasEnded = events.some((event) => event.kind === 'job.updated' && ENDED.has(event.data.state));
    if (!hasEnded) return;
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.#jobs.retry(), GATHER_MS);
  }

  async #readRequests(signal: AbortSignal): Promise<number> {
    const requests = await must(api.GET('/api/v1/admin/enrollments', { signal }));
    const { since } = this.notices;
    this.notices.add(
      requests.filter(({ created_at: at }) => new Date(at) > since).map(requestNews),
      isInFront,
    );
    return requests.length;
  }

  async #readJobs(signal: AbortSignal): Promise<null> {
    const query = {
      completed_from: this.notices.since.toISOString(),
      sort: '-completed_at',
      limit: MOST_JOBS,
    } as const;
    const { jobs } = await must(api.GET('/api/v1/jobs', { params: { query }, signal }));
    const own = jobs.filter(({ created_by: by }) => by.id === this.#user.id);
    this.notices.add(
      own.flatMap((job) => jobNews(job) ?? []),
      isInFront,
    );
    return null;
  }
}

/** Whether the person looks at it now. */
const isInFront = ({ href }: { href: string }): boolean =>
  document.visibilityState === 'visible' && location.pathname === href;

define('fm-watch', FmWatch as unknown as CustomElementConstructor);
