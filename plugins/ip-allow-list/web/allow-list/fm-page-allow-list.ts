import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmPage } from '#web/core/element.ts';
import { plural } from '#web/core/format.ts';
import { saveOnce, versioned } from '#web/core/edits.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';

/** The entries, and the version that a change names. */
interface VersionedList {
  saved: Schemas['IpAllowList'];
  etag: string;
}

const texts = {
  title: 'Allow-list',
  what: 'Networks allowed to access the console and API. Agents are not restricted.',
  label: 'Networks',
  help: 'One per line: an address (192.0.2.10, 2001:db8::5) or a network (10.0.0.0/8, 2001:db8::/32). Empty: all addresses are allowed.',
  open: 'All addresses allowed.',
  own: 'Your address:',
  ownMissing: 'The list must include it.',
  ownProposed: 'Proposed, because the list must include it.',
  addOwn: 'Add your address',
  closing: 'All other addresses are blocked as soon as you save, open pages too.',
  save: 'Save',
  close: 'Allow only these networks',
  lockedOut: 'If you lock yourself out, run this on the manager’s machine to allow all addresses:',
} as const;

/** Which networks may call the manager. Your own address has to be among them: the page says it, and adds it. */
export class FmPageAllowList extends FmPage {
  static override properties = { text: { state: true }, done: { state: true } };
  /** The text as typed; null: as it was read. */
  declare text: string | null;
  declare done: string | null;
  readonly #action = new Action(this);
  readonly #list = new Resource<VersionedList>(this, {
    args: () => [],
    read: (_, signal) => versioned('saved', api.GET('/api/v1/settings/ip-whitelist', { signal })),
  });

  constructor() {
    super();
    this.text = null;
    this.done = null;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${this.done === null ? nothing : html`<p class="notice ok" role="status">${icon('check')} ${this.done}</p>`}
      ${renderReading(this.#list, { what: 'the allow-list', complete: (list) => this.#form(list) })}
    </div>`;
  }

  #form(list: VersionedList): TemplateResult {
    const { isBusy, problem } = this.#action;
    const { entries, caller_address: own } = list.saved;
    // The first list has to let its author in, so it begins with their address.
    const isNew = entries.length === 0;
    const text = this.text ?? (isNew ? `${own}\n` : entries.join('\n'));
    const lines = linesOf(text);
    const isChanged = lines.join('\n') !== entries.join('\n');
    // The first entries: whoever is let in now by the empty list is not any more.
    const isClosing = lines.length > 0 && isNew;
    const save = isClosing ? texts.close : texts.save;
    const isStale = problem instanceof ApiError && problem.code === 'PRECONDITION_FAILED';
    return html`<form
      class="card stack"
      @submit=${(event: SubmitEvent) => this.#submitted(event, list)}
      novalidate
    >
      <p>${isNew ? texts.open : `${plural(entries.length, 'network')} allowed.`}</p>
      <fm-field
        kind="long"
        name="entries"
        label=${texts.label}
        help=${texts.help}
        .value=${text}
        @fm-input=${({ detail }: CustomEvent<string>) => (this.text = detail)}
      ></fm-field>
      <div class="row">
        <span>${texts.own} <code>${safeLine(own)}</code></span>
        ${
          lines.includes(own)
            ? isNew && this.text === null
              ? html`<span class="quiet small">${texts.ownProposed}</span>`
              : nothing
            : html`<button type="button" @click=${() => (this.text = [...lines, own].join('\n'))}>
                  ${icon('plus')} ${texts.addOwn}
                </button>
                <span class="quiet small">${texts.ownMissing}</span>`
        }
      </div>
      ${isClosing ? html`<p class="notice warn">${icon('warning')} ${texts.closing}</p>` : nothing}
      <p class="quiet small">${texts.lockedOut} <code>node server/main.ts allow-list clear</code></p>
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy || !isChanged}>${isBusy ? 'Saving …' : save}</button>
        ${isStale ? html`<button type="button" @click=${this.#discard}>Show saved version</button>` : nothing}
      </div>
    </form>`;
  }

  readonly #discard = (): void => {
    this.text = null;
    this.#action.forget();
    this.#list.retry();
  };

  async #submitted(event: SubmitEvent, list: VersionedList): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const entries = linesOf(this.text ?? list.saved.caller_address);
    await this.#action.run(async () => {
      const params = { header: { 'If-Match': list.etag } };
      await saveOnce(
        { entries },
        {
          save: () =>
            versioned('saved', api.PUT('/api/v1/settings/ip-whitelist', { params, body: { entries } })),
          read: () => versioned('saved', api.GET('/api/v1/settings/ip-whitelist')),
          valuesOf: ({ saved }) => saved,
        },
      );
      this.text = null;
      this.done =
        entries.length === 0
          ? `Saved. ${texts.open}`
          : `Saved: ${plural(entries.length, 'network')} allowed.`;
      announce(this.done);
      this.#list.retry();
    });
  }
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

define('fm-page-allow-list', FmPageAllowList);
