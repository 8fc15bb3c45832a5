/** `exe` is the executable that the other formats hold; asked for alone, it is all that is made. */
export const packageFormats = ['exe', 'deb', 'rpm'] as const;
export type PackageFormat = (typeof packageFormats)[number];

/** The names of this machine's processor in each family. */
export const architectures: Readonly<Record<string, { deb: string; rpm: string }>> = {
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
};

/** One build of the agent, of which every format makes its own package. */
export interface AgentBuild {
  /** The self-contained executable. */
  executable: string;
  version: string;
  /** Architecture of the process, in Node's words: x64, arm64. */
  arch: string;
  /** Seconds since 1970 that every file in a package bears, so that the same source gives the same bytes. */
  madeAtSecs: number;
  outDir: string;
  /** An empty directory to work in. */
  workDir: string;
  /** True: packs in seconds instead of a minute, into a third more bytes. */
  isFast: boolean;
}
