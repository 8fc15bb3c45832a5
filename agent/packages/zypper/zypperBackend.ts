import type { PackageBackend } from '../backend.ts';
import { createRpmBackend } from '../rpm/rpmBackend.ts';
import type { BackendOptions } from '../shared/context.ts';
import { createContext } from '../shared/context.ts';
import { zypperDriver } from './zypperDriver.ts';

/** The package backend for openSUSE and SUSE: zypper and rpm, driven by their command lines. */
export function createZypperBackend(options: BackendOptions): PackageBackend {
  return createRpmBackend(createContext(options), zypperDriver);
}
