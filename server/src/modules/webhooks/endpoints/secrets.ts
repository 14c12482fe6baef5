import type { Seal, SealedColumn } from '#platform/seal'
import { newSigningKey } from './signing-key.ts'

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

/** A new pair, its private half sealed. Nobody sees that half again. */
export function sealSigningKey(
  seal: Seal,
  companyId: string,
  endpointId: string,
): { readonly sealed: string; readonly publicKey: string } {
  const { privateKey, publicKey } = newSigningKey()
  return { sealed: sealSecret(seal, companyId, endpointId, privateKey), publicKey }
}

export function openSecret(
  seal: Seal,
  companyId: string,
  endpointId: string,
  sealed: string,
): string {
  return seal.open(sealed, aad(companyId, endpointId))
}

/** The secrets of an endpoint, for whoever replaces the key they are sealed with. */
export const webhooksSealed: readonly SealedColumn[] = [
  'secret_sealed',
  'previous_secret_sealed',
  'signing_key_sealed',
].map((column) => ({
  table: 'webhooks.endpoints',
  column,
  key: ['company_id', 'id'],
  placeOf: ({ company_id, id }) => aad(String(company_id), String(id)),
}))
