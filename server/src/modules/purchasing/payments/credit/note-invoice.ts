import type { Tx } from '#platform/db'
import { setDueDays } from './debt-store.ts'
import {
  type IssuedCreditNote,
  type IssuedInvoice,
  insertDue,
  insertDueCredits,
} from './due-debt-store.ts'

/**
 * Participant. On net terms an order's debt falls due invoice by invoice, each the net days after its own day. It does
 * nothing for an order that was paid in another way; the same invoice again changes nothing. Holds the company's
 * account.
 */
export async function noteInvoice(tx: Tx, issued: IssuedInvoice): Promise<void> {
  if (issued.amount.amountMinor <= 0n) return
  await setDueDays(tx, issued.companyId, await insertDue(tx, issued))
}

/** Participant: the invoices that a credit note names no longer ask for what it takes back. */
export async function noteCreditNote(tx: Tx, issued: IssuedCreditNote): Promise<void> {
  if (issued.amount.amountMinor <= 0n || issued.invoiceIds.length === 0) return
  await setDueDays(tx, issued.companyId, await insertDueCredits(tx, issued))
}
