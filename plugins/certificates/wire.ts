import type { components } from '../../generated/manager.ts';
import { wire } from '#sdk';
import type { Certificate } from '#sdk/agents.ts';

export function certificateToWire(certificate: Certificate): components['schemas']['Certificate'] {
  const { publicKeyPin: _pin, ...shown } = certificate;
  return wire.toWire(shown);
}
