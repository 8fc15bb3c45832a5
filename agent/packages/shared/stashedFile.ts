/** One outgoing package in the stash. */
export interface StashedFile {
  name: string;
  arch: string;
  version: string;
  /** Absolute. */
  path: string;
  /** Hex; checked again before the file is used. */
  sha256: string;
  sizeBytes: number;
}
