import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../../../web/core/action.ts';
import { api, must } from '../../../../web/core/api.ts';
import '../../../../web/components/fm-copy/fm-copy.ts';
import { errorNotice, renderTask } from '../../../../web/components/fm-state/renderTask.ts';
import { define, FmElement } from '../../../../web/core/element.ts';
import { enrollLine, readInstallCommand } from '../../../../web/domain/enrollment/enrollLine.ts';
import { icon } from '../../../../web/icons/icons.ts';
import { may } from '../../../../web/core/permissions.ts';
import { session } from '../../../../web/core/session.ts';
import { rootFingerprint } from './rootKey.ts';

const TOKEN_SECS = 3_600;

interface LineParts {
  fingerprint: string;
  command: string | null;
}

/** What an empty fleet shows: the line that enrolls the first host, and that the page waits for it. */
export class FmFirstHost extends FmElement {
  static override properties = { token: { state: true } };
  declare token: string | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.token = null;
  }

  readonly #parts = new Task(this, {
    task: async (_args, { signal }): Promise<LineParts> => {
      const [pem, command] = await Promise.all([
        must(api.GET('/api/v1/ca/root.crt', { parseAs: 'text', signal })),
        readInstallCommand(signal),
      ]);
      return { fingerprint: await rootFingerprint(pem), command };
    },
    args: () => [],
  });

  override render(): TemplateResult {
    return html`<section class="card">
      <h2>Enroll the first host</h2>
      <div class="stack">
        ${renderTask(this.#parts, { what: 'the line', complete: (parts) => this.#line(parts) })}
        ${errorNotice(this.#action.problem)}
        <p class="quiet">${icon('live')} This page notices by itself when the host appears.</p>
      </div>
    </section>`;
  }

  #line({ fingerprint, command }: LineParts): TemplateResult {
    const line = enrollLine(command, this.token === null ? { fingerprint } : { token: this.token });
    const canEnroll = may(session.user, 'enrollment:manage');
    return html`<p>
        ${
          command === null
            ? 'Run this as root on the host, in a copy of Fleetmend.'
            : 'Run this as root on the host. It installs the agent, enrolls it and starts it.'
        }
        The agent trusts only the manager with this key.
      </p>
      <fm-copy name="line that enrolls a host" value=${line}></fm-copy>
      ${
        this.token === null
          ? html`<p>
                The host then asks to be enrolled, and an administrator compares its fingerprint and approves.
              </p>
              ${
                canEnroll
                  ? html`<p>
                      <button ?disabled=${this.#action.isBusy} @click=${this.#makeToken}>
                        ${icon('key')} Use a one-time token instead
                      </button>
                    </p>`
                  : nothing
              }`
          : html`<p>The token in it approves one host within the hour, and is shown only now.</p>`
      }`;
  }

  #makeToken(): Promise<void> {
    return this.#action.run(async () => {
      const body = { name: 'First host', max_uses: 1, expires_in_secs: TOKEN_SECS };
      this.token = (await must(api.POST('/api/v1/admin/enrollment-tokens', { body }))).token;
    });
  }
}

define('fm-first-host', FmFirstHost);
