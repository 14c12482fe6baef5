import type { Locale } from '#kernel/locale'
import type { Company } from '#modules/identity'
import type { OrderDocument } from '#modules/orders'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import type { InvoiceProfile } from '../ubl/invoice-profile.ts'
import { missingOfSupplier } from './details-service.ts'
import { findDetails, type Gap, listProfiles, noteGap } from './details-store.ts'

export type GapDeps = {
  readonly findOrder: (
    conn: Conn,
    companyId: string,
    orderId: string,
  ) => Promise<OrderDocument | undefined>
  readonly companyOf: (conn: Conn, companyId: string) => Promise<Company>
  readonly adminsOf: (conn: Conn, companyId: string) => Promise<readonly Reader[]>
}

type PlacedOrder = { readonly companyId: string; readonly orderId: string; readonly now: Date }

/**
 * A buyer with a profile has placed an order: each of its suppliers that lacks details for the profile gets a mail,
 * before the goods leave and the invoice is issued. One mail for each profile and set of missing details, however many
 * orders there are. Most buyers have no profile, so one statement finds those that have one.
 */
export async function noticeProfileGaps(
  deps: GapDeps,
  tx: Tx,
  orders: readonly PlacedOrder[],
): Promise<void> {
  const buyerIds = new Set(orders.map(({ companyId }) => companyId))
  const profiles = await listProfiles(tx, [...buyerIds])
  for (const order of orders) {
    const profile = profiles.get(order.companyId)
    if (profile !== undefined) await noticeGapsOf(deps, tx, order, profile)
  }
}

async function noticeGapsOf(
  deps: GapDeps,
  tx: Tx,
  { companyId, orderId, now }: PlacedOrder,
  profile: InvoiceProfile,
): Promise<void> {
  const order = await deps.findOrder(tx, companyId, orderId)
  const supplierIds = new Set(order?.lines.map(({ supplierCompanyId }) => supplierCompanyId))
  for (const supplierId of supplierIds) {
    const supplier = await deps.companyOf(tx, supplierId)
    const missing = missingOfSupplier(supplier, await findDetails(tx, supplierId), profile)
    const isNew = await noteGap(tx, { supplierId, profile, missing, now })
    if (isNew) await mailSupplier(deps, tx, { supplier, profile, missing, now })
  }
}

const names: Readonly<Record<string, string>> = {
  PEPPOL_BIS_3: 'Peppol BIS Billing 3.0',
  XRECHNUNG_3: 'XRechnung 3.0',
}

/** Where people enter each detail. */
const labels = {
  'supplier.billingAddress': 'missing.billing_address',
  'supplier.contact': 'missing.contact',
  'supplier.electronicAddress': 'missing.electronic_address',
  'supplier.bankAccount': 'missing.bank_account',
  'supplier.legalRegistration': 'missing.legal_registration',
} as const

function labelOf(detail: string, locale: Locale): string {
  const label = (labels as Readonly<Record<string, (typeof labels)[keyof typeof labels]>>)[detail]
  return `- ${label === undefined ? detail : writeMail(locale, label)}`
}

type GapMail = Omit<Gap, 'supplierId'> & { readonly supplier: Company }

async function mailSupplier(
  deps: GapDeps,
  tx: Tx,
  { supplier, profile, missing, now }: GapMail,
): Promise<void> {
  for (const { userId, email, locale } of await deps.adminsOf(tx, supplier.id)) {
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, 'profile_gap', {
        profile: names[profile] ?? profile,
        company: oneLine(supplier.name),
        missing: missing.map((detail) => labelOf(detail, locale)).join('\n'),
      }),
      dedupeKey: `invoices.profile_gap/${supplier.id}/${profile}/${now.getTime()}/${userId}`,
      now,
    })
  }
}
