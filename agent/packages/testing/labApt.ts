/** Drives the apt backend inside lab hosts, for the `*.lab.test.ts` files of apt. */
import type { Image, LabHost, RepoState, UpOptions } from '../../../test/support/lab.ts';
import { lab } from '../../../test/support/lab.ts';
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

  /** Back to the fresh image with the lists of `state`. */
  override async fresh(state: RepoState = 't1'): Promise<void> {
    await super.fresh(state);
    await this.settleIdentity();
  }

  /** apt draws a phased update's turn from the machine-id; even at 0 % one host in 101 is drawn. This one isn't. */
  settleIdentity(): Promise<void> {
    return this.host.writeFile('/etc/machine-id', '0123456789abcdef0123456789abcdef\n');
  }

  /** Names with an automatic mark, by apt-mark. */
  async autoMarks(): Promise<string[]> {
    return (await this.host.run(['apt-mark', 'showauto'])).trim().split('\n');
  }
}

const images = ['debian11', 'debian12', 'debian13'] as const;
const otherImage = images.find((image) => image === process.env['APT_IMAGE']);

/** Starts the repositories and one host (`APT_IMAGE=debian11` in the environment gives it another apt); for `test.before`. */
export async function startAptHost(name: string, options: UpOptions = {}): Promise<AptHost> {
  await lab.startRepo();
  const image = options.image ?? otherImage ?? 'debian12';
  const apt = new AptHost(await lab.up(name, '10.77.0.11', { ...options, image }), image);
  await apt.settleIdentity();
  return apt;
}
