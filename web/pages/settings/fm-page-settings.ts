import { html, type TemplateResult } from 'lit';
import { ApiError } from '../../core/api.ts';
import { define, FmPage } from '../../core/element.ts';
import { Resource } from '../../core/resource.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import type { Values } from '../../domain/settings/draft.ts';
import { readSettings, saveSettings, type VersionedSettings } from '../../domain/settings/read.ts';
import type { SettingsSection } from '../../domain/settings/section.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import './fm-settings-section.ts';
import type { FmSettingsSection } from './fm-settings-section.ts';
import { sections } from './sections.ts';
import { texts } from './texts.ts';

/** The settings of all features that are there, a form each. */
export class FmPageSettings extends FmPage {
  #changed = new AbortController();

  readonly #settings = new Resource<VersionedSettings>(this, {
    args: () => [],
    read: (_, signal) => readSettings(signal),
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#changed = new AbortController();
    addEventListener('beforeunload', (event) => this.#leaving(event), { signal: this.#changed.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#changed.abort();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Settings"><p>${texts.intro}</p></fm-page-header>
      ${renderReading(this.#settings, {
        what: 'the settings',
        complete: (read) => this.#forms(read),
      })}
    </div>`;
  }

  #forms({ settings }: VersionedSettings): unknown {
    const shown = sections.filter(({ key }) => settings[key] !== undefined);
    if (shown.length === 0) return html`<fm-state kind="empty" heading=${texts.none}></fm-state>`;
    return shown.map(
      (section) =>
        html`<fm-settings-section
          .section=${section}
          .values=${settings[section.key] as unknown as Values}
          .save=${(body: Record<string, number>) => this.#save(section, body)}
        ></fm-settings-section>`,
    );
  }

  /** What others changed elsewhere in the settings doesn't matter; what they changed in these very fields does. */
  async #save({ key }: SettingsSection, body: Record<string, number>): Promise<void> {
    const known = this.#settings.value;
    if (!known) return;
    const names = Object.keys(body);
    const valueIn = ({ settings }: VersionedSettings, name: string): unknown =>
      (settings[key] as unknown as Values)[name];
    try {
      this.#is(await saveSettings({ [key]: body }, known.etag));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
      const now = await readSettings();
      this.#is(now);
      if (names.some((name) => valueIn(now, name) !== valueIn(known, name))) throw error;
      this.#is(await saveSettings({ [key]: body }, now.etag));
    }
  }

  #is(now: VersionedSettings): void {
    this.#settings.change(() => now);
  }

  /** The browser asks whether to stay. */
  #leaving(event: BeforeUnloadEvent): void {
    const forms = this.renderRoot.querySelectorAll<FmSettingsSection>('fm-settings-section');
    if ([...forms].some(({ isChanged }) => isChanged)) event.preventDefault();
  }
}

define('fm-page-settings', FmPageSettings);
