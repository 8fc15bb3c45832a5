import { html, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-state/fm-state.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Fixed } from '#web/domain/exposure/patchFilters.ts';
import '#web/domain/exposure/fm-security-patches.ts';
import { packageHref } from '#web/domain/package/texts.ts';
import { texts } from './texts.ts';

/** One package of the order: the hosts that lack its patch, and a job for them. */
export class FmPagePatchOrderHosts extends FmPage {
  #fixed: Fixed = {};

  override render(): TemplateResult {
    const name = this.query.get('package')?.slice(0, 256) ?? '';
    if (this.#fixed.package !== name) this.#fixed = { package: name };
    return html`<div class="page">
      <fm-page-header
        heading=${name === '' ? texts.title : safeName(name)}
        .crumbs=${[{ label: texts.order, href: '/patch-order' }]}
      >
        <p>
          ${texts.what}
          ${name !== '' && features.serves('listPackageHosts') ? html`<a href=${packageHref(name)}>${texts.installed}</a>` : ''}
        </p>
      </fm-page-header>
      ${
        name === ''
          ? html`<fm-state kind="empty" heading=${texts.unnamed}>${texts.unnamedText}</fm-state>`
          : html`<fm-security-patches
              name="package-to-patch"
              .query=${this.query}
              .fixed=${this.#fixed}
            ></fm-security-patches>`
      }
    </div>`;
  }
}

define('fm-page-patch-order-hosts', FmPagePatchOrderHosts);
