/** What the quickstart was asked to do. */
export interface QuickstartOptions {
  /** Absolute path. */
  dataDir: string;
  /** The path as it was given, for messages. */
  shownDataDir: string;
  port: number;
  agentPort: number;
  /** An IP address; both listeners bind it. */
  listen: string;
  /** A manager with simulated hosts instead, in a temporary directory. */
  isDemo: boolean;
}

export declare const usage: string;
export declare class QuickstartError extends Error {}
export declare function readOptions(argv: readonly string[]): QuickstartOptions | null;
export declare function assertStartable(options: QuickstartOptions): Promise<void>;
