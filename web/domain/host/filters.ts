import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../icons/icons.ts';
import { setQuery } from '../../core/query.ts';
import { safeName } from '../../core/safeText.ts';

type Choice = readonly [value: string, label: string];

const STATUS: readonly Choice[] = [
  ['', 'Any status'],
  ['unreachable', 'Unreachable'],
  ['degraded', 'Degraded'],
  ['healthy', 'Healthy'],
  ['unknown', 'Not read yet'],
];
const SECURITY: readonly Choice[] = [
  ['', 'Any'],
  ['true', 'Waiting'],
  ['false', 'None waiting'],
];
const REBOOT: readonly Choice[] = [
  ['', 'Any'],
  ['true', 'Due'],
  ['false', 'Not due'],
];
/** Filters that come by a link from elsewhere, and can only be taken away here. */
const LINKED: readonly Choice[] = [
  ['os_family', 'System family'],
  ['tag', 'Tag'],
  ['group_id', 'Group'],
  ['severity', 'Gravest security patch'],
  ['security_age', 'Oldest security patch'],
  ['problem', 'Problem'],
];

/** Search and filters of the list; each choice goes into the address at once, typing when it pauses. */
export function filterForm(
  query: URLSearchParams,
  on: { typed(event: InputEvent): void; submitted(event: SubmitEvent): void },
): TemplateResult {
  return html`<form class="filters" role="search" aria-label="Hosts" @submit=${on.submitted}>
    <label class="field search"
      >Search
      <input
        type="search"
        name="search"
        maxlength="253"
        spellcheck="false"
        autocapitalize="none"
        placeholder="Name, address or machine id"
        @input=${on.typed}
      />
    </label>
    ${select(query, 'health_status', 'Status', STATUS)}
    ${select(query, 'has_security', 'Security patches', SECURITY)}
    ${select(query, 'reboot_required', 'Reboot', REBOOT)}
  </form>`;
}

function select(
  query: URLSearchParams,
  name: string,
  label: string,
  choices: readonly Choice[],
): TemplateResult {
  const now = query.get(name) ?? '';
  return html`<label class="field"
    >${label}
    <select
      name=${name}
      @change=${({ target }: Event) => setQuery({ [name]: (target as HTMLSelectElement).value }, true)}
    >
      ${choices.map(
        ([value, text]) => html`<option value=${value} .selected=${value === now}>${text}</option>`,
      )}
    </select>
  </label>`;
}

export function linkedFilters(query: URLSearchParams): unknown {
  const present = LINKED.filter(([name]) => query.get(name));
  if (present.length === 0) return nothing;
  return html`<div class="row">
    ${present.map(
      ([name, label]) =>
        html`<button
          aria-label="Take away the filter ${label} ${safeName(query.get(name))}"
          @click=${() => setQuery({ [name]: null }, true)}
        >
          ${label}: ${safeName(query.get(name))} ${icon('close')}
        </button>`,
    )}
  </div>`;
}
