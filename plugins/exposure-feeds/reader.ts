import type * as sdk from '../../sdk/index.ts';
import type { FileFacts } from '../exposure/api.ts';

/** What the readers need of the kit that the manager hands in. */
export type Kit = Pick<typeof sdk, 'AppError' | 'definePlugin' | 'guarded' | 'wire'>;

/** Takes the text of a file in pieces, and gives its entries away. Both methods refuse the file if anything is wrong. */
export interface FileReader {
  take(text: string): void;
  end(): FileFacts;
}

/** A value of the file, fit for a message: printable, and at most 40 characters. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? `"${String(value)
        .slice(0, 40)
        .replaceAll(/[^ -~]/g, '?')}"`
    : 'what stands here';
