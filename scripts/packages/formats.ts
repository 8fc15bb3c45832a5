/** `exe` is the agent's executable, which its other formats hold; asked for alone, it is all that is made. */
export const packageFormats = ['exe', 'deb', 'rpm', 'tar', 'image'] as const;
export type PackageFormat = (typeof packageFormats)[number];

/** The names of this machine's processor in each family. */
export const architectures: Readonly<Record<string, { deb: string; rpm: string }>> = {
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
};

export { packageVersion } from '#server/shared/versions/ownPackages.ts';

/** What is packed: a program with its templates, and how its files come to lie under a tree. */
export interface Program {
  /** Name of the package. */
  name: string;
  /** Holds deb/control, deb/preinst … and one rpm/….spec. */
  templates: string;
  /** Configuration that a person edits; packages keep what they find. */
  conffile: string | null;
  /** Its packages can be installed on every processor, whatever is in them. */
  isForAll?: true;
  formats: readonly PackageFormat[];
  /** How what it holds is packed: `gzip` for what a manager can pack again (see payload.ts), else `xz`, which is smaller. */
  packing: 'gzip' | 'xz';
  /** Makes in `preparedDir` or `outDir` what each format then stages. */
  prepare(build: Build): Promise<void>;
  /** Puts the files under `tree`, as they lie on a host, with their modes. */
  stage(tree: string, build: Build): void;
}

/** One build of a program, of which every format makes its own package. */
export interface Build {
  version: string;
  /** The commit of a development build; null: the version was named, as a release does. */
  commit: string | null;
  /** Architecture of the hosts, in Node's words: x64, arm64. */
  arch: string;
  /** The Node for it. */
  node: string;
  /** Seconds since 1970 that every file in a package bears, so that the same source gives the same bytes. */
  madeAtSecs: number;
  outDir: string;
  /** What `prepare` made, for all formats. */
  preparedDir: string;
  /** An empty directory to work in. */
  workDir: string;
  /** True: packs in seconds instead of a minute, into a third more bytes. */
  isFast: boolean;
  /** Finished packages of the agent for the manager's to carry; null: they are made for it. */
  agentsDir: string | null;
  /** The public key of minisign that updates of the agent must be signed with; null: a build that nobody releases. */
  releaseKey: string | null;
  say: (text: string) => void;
}
