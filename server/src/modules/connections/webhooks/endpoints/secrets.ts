import type { Seal, SealedColumn } from '#platform/seal'
import { newSigningKey } from './signing-key.ts'

/** Bound to its row: a sealed secret cannot be opened after it is copied to another endpoint. */
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

/** Creates a pair and seals its private half. Nobody sees that half again. */
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

/** The secrets of endpoints, for the job that replaces the sealing key. */
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
