import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { fail } from '../failures.ts'
import type { Invoice } from '../invoice.ts'
import { lockWaitingOfAnyCompany, markWaived } from './waive-store.ts'

/**
 * An operator decides that no credit note is needed: its goods were never invoiced, so it could wait for ever. A credit
 * note that can still be issued is refused. If its invoice is written after all, it waits again (`unwaive`).
 */
export async function waiveCreditNote(
  { database, now: clock }: { readonly database: Database; readonly now: Clock },
  operator: Principal,
  { invoiceId, note }: { readonly invoiceId: string; readonly note: string },
): Promise<Invoice> {
  const now = clock()
  return database.transaction(async (tx) => {
    const companyId = await lockWaitingOfAnyCompany(tx, invoiceId)
    if (companyId === undefined) throw fail('invoice_not_waiting', { invoiceId })
    const waived = await markWaived(tx, companyId, invoiceId)
    if (!waived) throw fail('can_still_be_issued', { invoiceId })
    const { orderId, supplierCompanyId: supplierId } = waived
    recordAudit(tx, {
      companyId,
      actor: operator,
      action: 'invoices.credit_note_waived',
      target: { type: 'invoice', id: invoiceId },
      outcome: 'done',
      details: { orderId, supplierId, note },
      now,
    })
    return waived
  })
}
