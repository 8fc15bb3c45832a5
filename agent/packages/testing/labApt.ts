/** Drives the apt backend inside lab hosts, for the `*.lab.test.ts` files of apt. */
import type { LabHost, RepoState, UpOptions } from '#test/support/lab.ts';
import type { Image } from '#test/support/labImages.ts';
import { lab } from '#test/support/lab.ts';
import { PackageHost } from './labBackend.ts';

export type { DriverOptions, JobReport } from './labBackend.ts';
export {
  changed,
  DriverError,
  failureOf,
  hasAwaitedDaemon,
  install,
  patch,
  remove,
  shown,
  update,
} from './labBackend.ts';

/** A host with apt, and the backend in it. */
export class AptHost extends PackageHost {
  constructor(host: LabHost, image: Image = 'debian12') {
    super(host, image);
  }

  /** Resets the host to the fresh image with the lists of `state`. */
  override async fresh(state: RepoState = 't1'): Promise<void> {
    await super.fresh(state);
    await this.settleIdentity();
  }

  /**
   * apt decides from the machine-id when a phased update is due; even at 0 % it is due on one host in 101. Not on
   * this one.
   */
  settleIdentity(): Promise<void> {
    return this.host.writeFile('/etc/machine-id', '0123456789abcdef0123456789abcdef\n');
  }

  /** Names of packages with an automatic mark, from apt-mark. */
  async autoMarks(): Promise<string[]> {
    return (await this.host.run(['apt-mark', 'showauto'])).trim().split('\n');
  }
}

const images = ['debian11', 'debian12', 'debian13'] as const;
const otherImage = images.find((image) => image === process.env['APT_IMAGE']);

/**
 * Starts the repositories and one host (with another apt by `APT_IMAGE=debian11` in the environment); for
 * `test.before`.
 */
export async function startAptHost(name: string, options: UpOptions = {}): Promise<AptHost> {
  await lab.startRepo();
  const image = options.image ?? otherImage ?? 'debian12';
  const apt = new AptHost(await lab.up(name, '10.77.0.11', { ...options, image }), image);
  await apt.settleIdentity();
  return apt;
}
