import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { FACTS } from './texts.ts';

type Fact = Schemas['NotificationFact'];

const ALL = Object.keys(FACTS) as Fact[];

/** What is reported until the reader chooses otherwise: what a person has to act on. */
export const PROPOSED_FACTS: readonly Fact[] = ['job.paused', 'job.failed'];

/** For forms with {@link factFields}. */
export const choiceStyles = css`
  .choice {
    display: flex;
  }
`;

interface FactFields {
  facts: readonly Fact[];
  /** What is wrong with the choice. */
  problem: string | undefined;
  help?: string;
  changed: (facts: Fact[]) => void;
}

/** The events that somebody is told of, as choices. */
export function factFields({ facts, problem, help, changed }: FactFields): TemplateResult {
  return html`<fieldset>
    <legend>Events</legend>
    ${help === undefined ? nothing : html`<p class="quiet small">${help}</p>`}
    ${ALL.map(
      (fact) =>
        html`<label class="choice">
          <input
            type="checkbox"
            .checked=${live(facts.includes(fact))}
            @change=${() => changed(toggled(facts, fact))}
          />
          <span>${FACTS[fact][0]} <span class="quiet small">${FACTS[fact][1]}</span></span>
        </label>`,
    )}
    ${problemLine(problem)}
  </fieldset>`;
}

export const toggled = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export const problemLine = (problem: string | undefined): unknown =>
  problem === undefined ? nothing : html`<p class="problem" role="alert">${icon('error')} ${problem}</p>`;
