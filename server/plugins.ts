import type { AnyFeature } from './kernel/loader.ts';

/** What ships: every feature of the manager, in one list. What is not here is not built (501) or not there. */
export const core: readonly AnyFeature[] = [];

export const plugins: readonly AnyFeature[] = [];
