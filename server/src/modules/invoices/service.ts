import type { Actor } from '#kernel/actor'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import { type Invoice, missingOf } from './invoice.ts'
import {
  findInvoice,
  type InvoiceFilter,
  type InvoiceMetrics,
  listInvoices,
  listWaiting,
  measureInvoices,
} from './store.ts'

export type Invoices = {
  /** The company's own, received or issued. Throws `invoices.invoice_not_found` for any other. */
  get(actor: Actor, invoiceId: string): Promise<Invoice>
  /** As `get`, but throws `invoices.not_issued_yet` while it waits for its supplier. */
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
  }): Promise<Invoice[]>
  metrics(): Promise<InvoiceMetrics>
}

export function createInvoices({ database: { pool } }: { readonly database: Database }): Invoices {
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
      throw fail('not_issued_yet', { invoiceId, missing: missingOf(invoice.content) })
    },
    list: (actor, filter, page) => listInvoices(pool, actor.companyId, filter, page),
    listWaiting: (page) => listWaiting(pool, page),
    metrics: () => measureInvoices(pool),
  }
}
