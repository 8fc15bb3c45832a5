import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import { badge } from '#web/domain/job/badge.ts';
import type { PolicyRun } from '#web/domain/policy/read.ts';
import { CAUSES, runStatus } from '#web/domain/policy/texts.ts';
import { localText } from '#web/domain/recurrence/texts.ts';
import { runLinks } from './runLinks.ts';
import { texts } from './texts.ts';

/** What became of each start of a policy, the newest first. */
export class FmPolicyRuns extends FmElement {
  static override properties = { policyId: {} };
  declare policyId: string;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      const isMine = events.some(
        ({ kind, data }) => kind === 'policy.updated' && data.policy_id === this.policyId,
      );
      if (isMine && this.#runs.isOnePage) this.#runs.restart();
    },
  });
  readonly #runs = new PagedList<PolicyRun, { policy_id: string }>(this, {
    live: this.#live,
    query: () => (this.policyId === '' ? null : { policy_id: this.policyId }),
    read: async (path, page, signal) => {
      const params = { path, query: page };
      const list = await must(api.GET('/api/v1/policies/{policy_id}/runs', { params, signal }));
      return { rows: list.runs, total: list.total, cursor: list.next_cursor };
    },
  });

  constructor() {
    super();
    this.policyId = '';
  }

  override render(): unknown {
    return renderReading(this.#runs, {
      what: 'the runs',
      isEmpty: ({ length }) => length === 0,
      empty: () => html`<fm-state kind="empty" heading=${texts.noRuns}>${texts.noRunsText}</fm-state>`,
      complete: (rows) =>
        html`<p class="quiet small" role="status">${plural(this.#runs.total ?? rows.length, 'run')}</p>
          <fm-table
            label="Runs"
            .rows=${rows}
            .columns=${COLUMNS}
            .total=${this.#runs.total}
            .rowHeightPx=${56}
            @fm-near-end=${() => this.#runs.more()}
          ></fm-table>`,
    });
  }
}

const COLUMNS: readonly Column<PolicyRun>[] = [
  { key: 'starts_at', header: 'Start', minRem: 12, isRowHeader: true, render: start },
  { key: 'outcome', header: 'Outcome', minRem: 9, render: (run) => badge(runStatus(run)) },
  { key: 'why', header: 'Reason', minRem: 14, grow: 3, isLong: true, render: why },
  { key: 'links', header: 'Links', minRem: 7, priority: 2, text: () => null, render: runLinks },
];

function start({ local_start: local, starts_at: at }: PolicyRun): TemplateResult {
  const when = local === null ? html`<fm-time .datetime=${at} mode="absolute"></fm-time>` : localText(local);
  return html`${when}
    <div class="quiet small"><fm-time .datetime=${at}></fm-time></div>`;
}

/** What the run says, with its cause and who asked for it. */
function why({ message, cause, requested_by: by }: PolicyRun): unknown {
  const known = CAUSES[cause];
  const who = by === null ? null : `By ${safeName(by.username)}.`;
  return html`${safeLine(message)}
  ${known === null && who === null ? nothing : html`<span class="quiet">${known} ${who}</span>`}`;
}

define('fm-policy-runs', FmPolicyRuns);
