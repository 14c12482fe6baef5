import type { Seal, SealedColumn } from '#platform/seal'

/** Bound to its row: a sealed secret cannot be opened after it is copied to another automation. */
const aad = (companyId: string, automationId: string) =>
  `${companyId}|automations.automations|${automationId}`

export function sealSecret(
  seal: Seal,
  companyId: string,
  automationId: string,
  secret: string,
): string {
  return seal.seal(secret, aad(companyId, automationId))
}

export function openSecret(
  seal: Seal,
  companyId: string,
  automationId: string,
  sealed: string,
): string {
  return seal.open(sealed, aad(companyId, automationId))
}

/** The secrets of automations, for the job that replaces the sealing key. */
export const automationsSealed: readonly SealedColumn[] = [
  'secret_sealed',
  'previous_secret_sealed',
].map((column) => ({
  table: 'automations.automations',
  column,
  key: ['company_id', 'id'],
  placeOf: ({ company_id, id }) => aad(String(company_id), String(id)),
}))
