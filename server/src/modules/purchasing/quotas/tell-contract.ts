import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import type { ContractEnded, ContractEnding } from './events.ts'

/** A frame contract of which both companies are told. */
export type ToldRow = {
  readonly contract_id: string
  readonly company_id: string
  readonly supplier_company_id: string
  readonly reference: string
  readonly valid_until: Date
  /** The quotas of which less is called off than is committed. */
  readonly short_ids: readonly string[]
}

/** How many contracts one transaction tells. */
export const contractsMax = 100

/** Each of the two companies gets an event of its own. */
export async function tellBoth(
  tx: Tx,
  event: typeof ContractEnding | typeof ContractEnded,
  row: ToldRow,
  now: Date,
): Promise<void> {
  for (const companyId of new Set([row.company_id, row.supplier_company_id])) {
    await emit(tx, event, {
      companyId: companyId as Id<'co'>,
      entityId: row.contract_id,
      entityVersion: 1,
      occurredAt: now,
      data: {
        contractId: row.contract_id,
        reference: row.reference,
        supplierId: row.supplier_company_id,
        validUntil: row.valid_until.toISOString(),
        shortQuotaIds: [...row.short_ids],
      },
    })
  }
}
