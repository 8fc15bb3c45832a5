import { html, nothing } from 'lit';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

/** Decided requests that are looked through, the newest first. */
const LAST = 200;

/** A link to the host of a request that was just approved, and whether the host has reported. */
export class FmNewHost extends FmElement {
  static override properties = { requestId: {}, fqdn: {} };
  declare requestId: string;
  declare fqdn: string;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      const id = this.#host.value?.id;
      if (events.some(({ kind, data }) => kind === 'host.updated' && data.host_id === id)) this.#host.retry();
    },
  });
  readonly #host = new Resource<Schemas['Host'] | null, readonly [string]>(this, {
    args: () => (this.requestId === '' ? null : [this.requestId]),
    live: this.#live,
    keepsValue: true,
    read: ([id], signal) => hostOf(id, signal),
  });

  constructor() {
    super();
    this.requestId = '';
    this.fqdn = '';
  }

  override render(): unknown {
    const host = this.#host.value;
    if (!host) return nothing;
    const state = host.last_seen_at === null ? texts.firstReport : texts.hasReported;
    return html`<span
      ><a href="/hosts/${host.id}">${texts.openHost(safeName(this.fqdn))}</a>: ${state}.</span
    >`;
  }
}

/** Null: the host is not known yet, or was deleted since. */
async function hostOf(requestId: string, signal: AbortSignal): Promise<Schemas['Host'] | null> {
  const query = { limit: LAST };
  const { enrollments } = await must(
    api.GET('/api/v1/admin/decided-enrollments', { params: { query }, signal }),
  );
  const id = enrollments.find((one) => one.id === requestId)?.host_id;
  if (id == null) return null;
  return must(api.GET('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, signal }));
}

define('fm-new-host', FmNewHost);
