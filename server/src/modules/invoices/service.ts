import type { Actor, Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import { type Invoice, missingOf } from './invoice.ts'
import {
  findInvoice,
  type InvoiceFilter,
  type InvoiceMetrics,
  listInvoices,
  measureInvoices,
} from './store.ts'
import { waiveCreditNote } from './waive.ts'
import { listWaiting, type WaitingInvoice } from './waive-store.ts'

export type Invoices = {
  /** The company's own, received or issued. Throws `invoices.invoice_not_found` for any other. */
  get(actor: Actor, invoiceId: string): Promise<Invoice>
  /** As `get`, but throws `invoices.not_issued_yet` while it waits for its supplier, and `invoices.waived` where it never will be. */
  getIssued(actor: Actor, invoiceId: string): Promise<Invoice>
  list(
    actor: Actor,
    filter: InvoiceFilter,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<Invoice[]>
  /** For operators: of all companies, the oldest first. */
  listWaiting(page: {
    readonly after?: string | undefined
    readonly limit: number
  }): Promise<WaitingInvoice[]>
  /** For operators: a credit note whose invoice never existed needs no document. */
  waive(
    operator: Principal,
    input: { readonly invoiceId: string; readonly note: string },
  ): Promise<Invoice>
  metrics(): Promise<InvoiceMetrics>
}

export function createInvoices(deps: {
  readonly database: Database
  readonly now: Clock
}): Invoices {
  const { pool } = deps.database
  const get = async (actor: Actor, invoiceId: string) => {
    const invoice = await findInvoice(pool, actor.companyId, invoiceId)
    if (!invoice) throw fail('invoice_not_found', { invoiceId })
    return invoice
  }
  return {
    get,
    getIssued: async (actor, invoiceId) => {
      const invoice = await get(actor, invoiceId)
      if (invoice.state === 'ISSUED') return invoice
      if (invoice.state === 'WAIVED') throw fail('waived', { invoiceId })
      throw fail('not_issued_yet', { invoiceId, missing: missingOf(invoice.content) })
    },
    list: (actor, filter, page) => listInvoices(pool, actor.companyId, filter, page),
    listWaiting: (page) => listWaiting(pool, page),
    waive: (operator, input) => waiveCreditNote(deps, operator, input),
    metrics: () => measureInvoices(pool),
  }
}
