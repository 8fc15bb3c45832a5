/** `exe` is what the others hold; asked for alone it is all that is made. */
export const packageFormats = ['exe', 'deb', 'rpm'] as const;
export type PackageFormat = (typeof packageFormats)[number];

/** How each family calls this machine's processor. */
export const architectures: Readonly<Record<string, { deb: string; rpm: string }>> = {
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
};

/** One build of the agent, of which every format makes its own package. */
export interface AgentBuild {
  /** The self-contained executable. */
  executable: string;
  version: string;
  /** Process architecture as Node says it: x64, arm64. */
  arch: string;
  /** Seconds since 1970 that every file in a package bears, so that the same source gives the same bytes. */
  madeAtSecs: number;
  outDir: string;
  /** An empty directory to work in. */
  workDir: string;
  /** Packs in seconds instead of a minute, into a third more bytes. */
  isFast: boolean;
}
