/** SHA-256 of the public key of a certificate in PEM, hexadecimal: what an agent pins with `--ca-fingerprint`. */
export async function rootFingerprint(pem: string): Promise<string> {
  const body = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(pem)?.[1];
  if (body === undefined) throw new Error('The root certificate is not in PEM.');
  const der = Uint8Array.from(atob(body.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  const digest = await crypto.subtle.digest('SHA-256', publicKeyOf(der));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Certificate → TBSCertificate → its seventh field (after version, serial, algorithm, issuer, validity, subject). */
function publicKeyOf(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const tbs = inside(inside(der));
  let rest = tbs;
  for (let field = 0; field < 6; field += 1) rest = rest.subarray(lengthOf(rest).total);
  return rest.subarray(0, lengthOf(rest).total);
}

function inside(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { header, total } = lengthOf(der);
  return der.subarray(header, total);
}

/** The length of the first DER element's header, and of header and content, in bytes. */
function lengthOf(der: Uint8Array): { header: number; total: number } {
  const first = der[1] ?? 0;
  if (first < 0x80) return { header: 2, total: 2 + first };
  const count = first & 0x7f;
  const content = der.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { header: 2 + count, total: 2 + count + content };
}
