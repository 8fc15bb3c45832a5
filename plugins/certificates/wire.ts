import type { components } from '../../generated/manager.ts';
import { toWire, type Certificate } from '#sdk';

export function certificateToWire(certificate: Certificate): components['schemas']['Certificate'] {
  const { publicKeyPin: _pin, ...shown } = certificate;
  return toWire(shown);
}
