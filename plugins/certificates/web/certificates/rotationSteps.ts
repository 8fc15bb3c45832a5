import type { ReactiveControllerHost } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import type { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { rotationTexts as texts } from './rotationTexts.ts';

export type Standing = Schemas['RootRotation'];

/** The steps of a replacement of the root: asks before those that weigh, takes them, and shows how things stand then. */
export class RotationSteps {
  readonly #standing: Resource<Standing>;
  readonly #action: Action;

  constructor(host: ReactiveControllerHost, standing: Resource<Standing>) {
    this.#standing = standing;
    this.#action = new Action(host);
  }

  get isBusy(): boolean {
    return this.#action.isBusy;
  }

  /** What went wrong with the last step; null: nothing. */
  get problem(): unknown {
    return this.#action.problem;
  }

  readonly begin = async (): Promise<void> => {
    const { beginTitle: title, beginWhat: text, beginAct: action } = texts;
    if (await confirmAction({ title, text, action, tone: 'primary' }))
      await this.#done(() => must(api.POST('/api/v1/ca/rotation', {})));
  };

  readonly back = async (): Promise<void> => {
    const { backTitle: title, backWhat: text, back: action } = texts;
    if (await confirmAction({ title, text, action })) await this.step('go-back');
  };

  readonly finish = async (): Promise<void> => {
    const { finishTitle: title, finishWhat: text, finish: action } = texts;
    if (await confirmAction({ title, text, action }))
      await this.#done(() => must(api.POST('/api/v1/ca/rotation/finish', { body: {} })));
  };

  /** Leaves hosts behind. Rejects if the manager refuses, so that the dialog can say why. */
  readonly finishWithout = async (reason: string): Promise<void> => {
    this.#shows(await must(api.POST('/api/v1/ca/rotation/finish', { body: { reason } })));
  };

  step(step: 'pause' | 'resume' | 'go-back'): Promise<void> {
    return this.#done(() => must(api.POST(`/api/v1/ca/rotation/${step}`, {})));
  }

  async #done(call: () => Promise<Standing>): Promise<void> {
    await this.#action.run(async () => this.#shows(await call()));
    // Somebody else may have been faster, and the page out of date.
    if (this.#action.problem !== null) this.#standing.retry();
  }

  #shows(standing: Standing): void {
    this.#standing.change(() => standing);
  }
}
