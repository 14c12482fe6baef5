import type { Seal } from '#platform/seal'

/** Bound to its row: a sealed secret that is copied to another endpoint does not open there. */
const aad = (companyId: string, endpointId: string) =>
  `${companyId}|webhooks.endpoints|${endpointId}`

export function sealSecret(
  seal: Seal,
  companyId: string,
  endpointId: string,
  secret: string,
): string {
  return seal.seal(secret, aad(companyId, endpointId))
}

export function openSecret(
  seal: Seal,
  companyId: string,
  endpointId: string,
  sealed: string,
): string {
  return seal.open(sealed, aad(companyId, endpointId))
}
