import { addressesData } from '#modules/addresses'
import { approvalsData } from '#modules/approvals'
import { automationsData } from '#modules/automations'
import { cartData } from '#modules/cart'
import { searchesData } from '#modules/catalog'
import { checkoutData } from '#modules/checkout'
import { type PersonalData, pagesOf } from '#modules/identity'
import { invoiceContactsData, invoicesData } from '#modules/invoices'
import { ordersData } from '#modules/orders'
import { paymentsData } from '#modules/payments'
import { listAuditEntries } from '#platform/audit'
import { forgetAnswers } from '#platform/idempotency'
import { forgetMail } from '#platform/mail'

/** The audit log names people by their ids alone, so that it need not change when one is erased. */
const auditData: PersonalData = {
  name: 'activity',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const search = { companyId, actorId: person.userId }
      const entries = await listAuditEntries(conn, search, { before, limit })
      return entries.map(({ id, occurredAt, action, target, address, userAgent }) => ({
        id,
        data: {
          occurredAt: occurredAt.toISOString(),
          companyId,
          action,
          target: target.id,
          address,
          userAgent,
        },
      }))
    }),
  erase: async () => [],
}

/** Letters that wait to be sent, and answers that are kept for a repeated request. */
const waitingData: PersonalData = {
  name: 'waiting',
  collect: async () => [],
  erase: async (tx, { userId, email, companyIds }) => {
    await forgetMail(tx, email)
    await forgetAnswers(tx, userId, companyIds)
    return []
  },
}

/** Everything that holds something of people, beside identity itself. A new module that does adds its line. */
export const personalData: readonly PersonalData[] = [
  addressesData,
  cartData,
  searchesData,
  checkoutData,
  ordersData,
  invoicesData,
  invoiceContactsData,
  paymentsData,
  approvalsData,
  automationsData,
  auditData,
  waitingData,
]
