import type { ReactiveController } from 'lit';
import type { FmElement } from '../core/element.ts';
import type { Page } from '../core/page.ts';
import { leaveFor } from '../core/router.ts';
import { KeyReader, lettersAreOn, pressOf } from './keys.ts';
import { showPalette, showShortcuts } from './overlays.ts';
import { focusFilter } from './pageFocus.ts';

interface Options {
  /** False while nobody may use the pages: then keys do nothing. */
  areOn(): boolean;
  /** The pages that the reader can go to. */
  pages(): readonly Page[];
  /** The element that holds the page. */
  main(): HTMLElement | null;
}

/** Does what the shell's keys ask for, wherever the focus is, as long as the shell is connected. */
export class ShellKeys implements ReactiveController {
  readonly #options: Options;
  readonly #keys = new KeyReader();

  constructor(shell: FmElement, options: Options) {
    this.#options = options;
    shell.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#pressed);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#pressed);
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    const { areOn, pages, main } = this.#options;
    if (!areOn() || event.defaultPrevented) return;
    const pathOf = (letter: string) => pages().find(({ nav }) => nav?.letter === letter)?.path;
    const command = this.#keys.read(pressOf(event), { areOn: () => lettersAreOn(), pathOf });
    if (!command) return;
    event.preventDefault();
    const shown = main();
    if (command.is === 'palette') void showPalette(pages());
    else if (command.is === 'shortcuts') void showShortcuts(pages());
    else if (command.is === 'go') void leaveFor(command.path);
    else if (shown) focusFilter(shown);
  };
}
