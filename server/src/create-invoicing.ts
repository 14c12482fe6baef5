import type { Id } from '#kernel/id'
import type { Fx } from '#modules/fx'
import type { Identity } from '#modules/identity'
import {
  type CompanyDetails,
  createCompanyDetails,
  createInvoices,
  type Invoices,
  type InvoicingDeps,
} from '#modules/invoices'
import type { Orders } from '#modules/orders'
import type { Payments } from '#modules/payments'
import type { AppOptions } from './app.ts'
import type { Platform } from './open-platform.ts'

type Parts = {
  readonly orders: Orders
  readonly payments: Payments
  readonly identity: Identity
  readonly fx: Fx
}

export type InvoicingModules = {
  readonly invoices: Invoices
  /** With what the documents are made. */
  readonly invoicing: InvoicingDeps
  readonly companyDetails: CompanyDetails
}

export function invoicingOf(
  { now, metrics }: AppOptions,
  { database }: Platform,
  { orders, payments, identity, fx }: Parts,
): InvoicingModules {
  const { company: companyOf, admins: adminsOf, findCompany } = identity
  return {
    invoices: createInvoices({ database, now, metrics }),
    invoicing: {
      findOrder: orders.find,
      findPayment: (conn, companyId, paymentId) =>
        payments.find(conn, companyId as Id<'co'>, paymentId),
      companyOf,
      adminsOf,
      rates: fx,
      debts: payments,
    },
    companyDetails: createCompanyDetails({ database, now, companyOf, findCompany, adminsOf }),
  }
}
