import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** By what a thin host proves that it is itself. Many may have the same key; each has its own certificate. */
export interface HostPair {
  hostId: string;
  privateKeyPem: string;
  certificatePem: string;
}

/** Each host's pair has a place of this size, so that any of them is found without an index in memory. */
const placeBytes = 2_048;
const pairsFile = 'pairs.jsonl';
const trustFile = 'ca.pem';

/**
 * The certificates of a fleet of thin hosts in one file on the disk, by their places in the fleet: they are wanted once for each
 * connection, and would fill memory between.
 */
export class FleetCertificates {
  /** Roots and revocation lists, as the manager gave them at the enrollment. */
  readonly trustPem: string;
  readonly #file: number;

  private constructor(file: number, trustPem: string) {
    this.#file = file;
    this.trustPem = trustPem;
  }

  /** Throws when no thin fleet was enrolled in this directory. */
  static open(dir: string): FleetCertificates {
    try {
      const trustPem = readFileSync(join(dir, trustFile), 'utf8');
      return new FleetCertificates(openSync(join(dir, pairsFile), 'r'), trustPem);
    } catch (error) {
      throw new Error(`no thin hosts are enrolled in ${dir}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** How many places there are; those between may be empty. */
  get count(): number {
    return Math.floor(fstatSync(this.#file).size / placeBytes);
  }

  /** Null where no host is enrolled at this place. */
  at(place: number): HostPair | null {
    return pairAt(this.#file, place);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Enrolls the hosts of a thin fleet: adds their pairs to the file of this directory. */
export class FleetCertificatesWriter {
  readonly #dir: string;
  readonly #file: number;

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#dir = dir;
    this.#file = openSync(join(dir, pairsFile), constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  /** Null where no host is enrolled at this place yet. */
  at(place: number): HostPair | null {
    return pairAt(this.#file, place);
  }

  saveTrust(pem: string): void {
    writeFileSync(join(this.#dir, trustFile), pem, { mode: 0o644 });
  }

  write(place: number, pair: HostPair): void {
    const bytes = Buffer.from(`${JSON.stringify(pair).padEnd(placeBytes - 1)}\n`);
    if (bytes.length > placeBytes)
      throw new Error(`the certificate of host ${place} is longer than expected`);
    writeSync(this.#file, bytes, 0, placeBytes, place * placeBytes);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function pairAt(file: number, place: number): HostPair | null {
  const bytes = Buffer.alloc(placeBytes);
  const read = readSync(file, bytes, 0, placeBytes, place * placeBytes);
  // A place that was skipped is full of zeros.
  const text = bytes.toString('utf8', 0, read).replaceAll('\0', '').trim();
  return text === '' ? null : (JSON.parse(text) as HostPair);
}
