import type { Company } from '#modules/identity'
import type { OrderDocument } from '#modules/orders'
import type { Conn, Tx } from '#platform/db'
import { enqueueMail, oneLine } from '#platform/mail'
import { missingOfSupplier } from './details-service.ts'
import { findDetails, type Gap, noteGap } from './details-store.ts'

export type GapDeps = {
  readonly findOrder: (
    conn: Conn,
    companyId: string,
    orderId: string,
  ) => Promise<OrderDocument | undefined>
  readonly companyOf: (conn: Conn, companyId: string) => Promise<Company>
  readonly adminsOf: (
    conn: Conn,
    companyId: string,
  ) => Promise<readonly { readonly userId: string; readonly email: string }[]>
}

type PlacedOrder = { readonly companyId: string; readonly orderId: string; readonly now: Date }

/**
 * A buyer with a profile has placed an order: each of its suppliers that lacks details for the profile gets a mail,
 * before the goods leave and the invoice is issued. One mail for each profile and set of missing details, however many
 * orders there are.
 */
export async function noticeProfileGaps(
  deps: GapDeps,
  tx: Tx,
  { companyId, orderId, now }: PlacedOrder,
): Promise<void> {
  const { profile } = await findDetails(tx, companyId)
  if (profile === 'EN16931') return
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
const labels: Readonly<Record<string, string>> = {
  'supplier.billingAddress':
    'your billing address with street, city and postal code (PATCH /api/v1/company)',
  'supplier.contact': 'a contact with name, telephone number and e-mail address',
  'supplier.electronicAddress':
    'an electronic address with its scheme, one that Peppol knows for Peppol',
  'supplier.bankAccount': 'a bank account',
  'supplier.legalRegistration': 'the number of your company in its register',
}

type GapMail = Omit<Gap, 'supplierId'> & { readonly supplier: Company }

async function mailSupplier(
  deps: GapDeps,
  tx: Tx,
  { supplier, profile, missing, now }: GapMail,
): Promise<void> {
  const name = names[profile] ?? profile
  const list = missing.map((detail) => `- ${labels[detail] ?? detail}`).join('\n')
  for (const { userId, email } of await deps.adminsOf(tx, supplier.id)) {
    enqueueMail(tx, {
      to: email,
      subject: `A buyer takes invoices as ${name}, and details are missing`,
      text: `A buyer that takes its invoices as ${name} has ordered from ${oneLine(supplier.name)}.

Missing for this form:
${list}

Enter them with PATCH /api/v1/company/invoice-details before you ship. Until then your invoices are issued by EN 16931 alone, which this buyer may refuse. An invoice that is issued does not change any more.
`,
      dedupeKey: `invoices.profile_gap/${supplier.id}/${profile}/${now.getTime()}/${userId}`,
      now,
    })
  }
}
