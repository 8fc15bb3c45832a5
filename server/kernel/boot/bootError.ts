/** A boot that failed; says which feature and which stage. */
export class BootError extends Error {
  /** The feature's name; for a plugin that could not be loaded, its entry in the configuration. */
  readonly feature: string;
  readonly stage: string;

  constructor(feature: string, stage: string, cause: unknown) {
    super(`${feature}, ${stage}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'BootError';
    this.feature = feature;
    this.stage = stage;
  }
}

/** Runs one stage of a feature; what it throws comes out as a BootError. */
export async function stage<T>(feature: string, name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BootError ? cause : new BootError(feature, name, cause);
  }
}

/** Refuses a manifest. */
export function refuse(feature: string, why: string): never {
  throw new BootError(feature, 'manifest', new Error(why));
}
