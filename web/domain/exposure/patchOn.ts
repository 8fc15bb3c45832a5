import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { navigate } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import { asker } from '../host/asker.ts';
import { advisoryIn, type Advisory } from './advisories.ts';
import { AdvisoryJobChoice } from './advisoryJobs.ts';
import { readPatches, type PatchQuery } from './patches.ts';
import { patchTexts as texts } from './patchTexts.ts';
import { cvePageHref } from './texts.ts';

/** The hosts of a list: all that the reader sees, those of a group, or one. */
export type Where = Pick<PatchQuery, 'group_id' | 'host_id'>;

interface Patchable {
  key: string;
  /** What is patched, for screen readers. */
  name: string;
  hosts: number;
}

/**
 * “Patch on 7 hosts”, on pages that show advisories or CVEs: reads which hosts lack which packages, and leads to the
 * review of a new job for exactly these.
 */
export class PatchOn {
  readonly #host: LitElement;
  readonly #action: Action;
  readonly #choice: AdvisoryJobChoice;
  /** What is being read. */
  #busyWith: string | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    this.#action = new Action(host);
    this.#choice = new AdvisoryJobChoice(host);
  }

  /** Whether the reader may start jobs. */
  get isOffered(): boolean {
    return asker.may('jobs:run') && asker.serves('createJob') && asker.serves('listExposurePatches');
  }

  get isBusy(): boolean {
    return this.#busyWith !== null;
  }

  /** Why nothing was started, or which jobs there are to choose from; stands above the list. */
  notice(): unknown {
    return html`${errorNotice(this.#action.problem)}${this.#choice.notice()}`;
  }

  advisoryButton(advisory: Advisory, where: Where = {}): unknown {
    const { id, hosts, hosts_held: held } = advisory;
    const wanted = { key: id, name: advisoryIn(advisory), hosts: hosts - held };
    return this.#button(wanted, () => this.advisory(advisory, where));
  }

  /** Of a CVE of which nobody has asked yet by which advisories it is fixed. */
  cveButton(cve: string, hosts: number): unknown {
    return this.#button({ key: cve, name: cve, hosts }, () => this.#cve(cve));
  }

  advisory(advisory: Advisory, where: Where = {}): Promise<void> {
    const { id } = advisory;
    return this.#run(id, () => this.#jobOf(id, advisoryIn(advisory), where));
  }

  #button({ key, name, hosts }: Patchable, start: () => Promise<void>): TemplateResult | typeof nothing {
    if (!this.isOffered || hosts === 0) return nothing;
    return html`<button
      ?disabled=${this.isBusy}
      aria-label="${texts.patchOn(hosts)}: ${safeName(name)}"
      @click=${() => void start()}
    >
      ${this.#busyWith === key ? texts.gathering : texts.patchOn(hosts)}
    </button>`;
  }

  /** A job for a CVE that one advisory fixes; where hosts have several distributions, its page has a button for each. */
  #cve(cve: string): Promise<void> {
    return this.#run(cve, async () => {
      const params = { query: { cve, limit: 2 } };
      const { advisories } = await must(api.GET('/api/v1/exposure/advisories', { params }));
      const [only, another] = advisories;
      if (!only || another) navigate(cvePageHref(cve));
      else await this.#jobOf(only.id, cve, {});
    });
  }

  async #jobOf(advisoryId: string, name: string, where: Where): Promise<void> {
    const patches = await readPatches({ ...where, advisory_id: advisoryId });
    if (this.#host.isConnected) this.#choice.start(name, patches);
  }

  async #run(key: string, start: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.#busyWith = key;
    this.#choice.clear();
    await this.#action.run(async () => {
      try {
        await start();
      } finally {
        this.#busyWith = null;
      }
    });
  }
}
