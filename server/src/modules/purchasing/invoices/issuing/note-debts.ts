import type { Tx } from '#platform/db'
import type { Invoice } from '../invoice.ts'
import { findInvoice, listOfOrder } from '../store.ts'
import { type IssueDeps, isAbout } from './issue.ts'

/**
 * On net terms the issued documents set what is due: an invoice is due on its day, and a credit note lowers it. The
 * same document again changes nothing.
 */
export async function noteDebts(
  { debts }: Pick<IssueDeps, 'debts'>,
  tx: Tx,
  companyId: string,
  documentId: string,
): Promise<void> {
  const document = await findInvoice(tx, companyId, documentId)
  if (document?.content.paymentMethod !== 'invoice') return
  const { id, kind, number, issuedOn, orderId, total: amount } = document
  if (!number || !issuedOn) return
  if (kind === 'INVOICE') {
    await debts.noteInvoice(tx, { companyId, orderId, invoiceId: id, number, issuedOn, amount })
    return
  }
  const earlier = await listOfOrder(tx, companyId, orderId)
  const invoiceIds = takenBackBy(document, earlier)
  await debts.noteCreditNote(tx, { companyId, orderId, creditNoteId: id, invoiceIds, amount })
}

/** First the invoices of the same lines, then the supplier's other invoices for that address. */
function takenBackBy(
  { supplierCompanyId, delivery, content }: Invoice,
  earlier: readonly Invoice[],
) {
  // A price reduction belongs to no line of the order.
  const ofGoods = content.lines.filter(({ sku }) => sku !== undefined)
  const lines = new Set(ofGoods.map(({ lineNumber }) => lineNumber))
  const isOfThem = (invoice: Invoice) =>
    invoice.content.lines.some(({ lineNumber }) => lines.has(lineNumber))
  const theirs = earlier.filter((one) => isAbout(one, supplierCompanyId, delivery ?? 1))
  const [same, others] = [theirs.filter(isOfThem), theirs.filter((one) => !isOfThem(one))]
  return [...same, ...others].map(({ id }) => id)
}
