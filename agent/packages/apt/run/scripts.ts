import type { LimitKeeper } from '../../backend.ts';
import { scriptEnder as endScripts } from '../../shared/scripts.ts';

/** The path of a maintainer script: dpkg runs it from its own folder, a preinst from the unpacked control files. */
const scriptPath =
  /\/var\/lib\/dpkg\/(?:info\/[^/\0]+\.|tmp\.ci\/)(?:preinst|postinst|prerm|postrm|config)(?:\0|$)/;

/** Ends a stuck maintainer script of dpkg at a time limit; see {@link endScripts}. */
export function scriptEnder(log: (text: string) => void): LimitKeeper {
  return endScripts(log, scriptPath);
}
