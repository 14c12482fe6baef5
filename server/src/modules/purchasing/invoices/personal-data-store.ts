import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'
import { forgetContact, listContacts } from './company-details/details-store.ts'

/** Invoices name the people who ordered and received. They are trade documents and keep the people that they name. */
export const invoicesData: PersonalData = {
  name: 'invoices',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select d.id, jsonb_build_object('companyId', d.company_id, 'invoiceId', d.id, 'number', d.number,
          'issuedOn', d.issued_on, 'orderId', d.order_id, 'buyer', d.content -> 'buyer',
          'shipTo', d.content -> 'shipTo') as data
        from invoices.documents d
        where d.company_id = ${companyId} and d.ordered_by = ${person.userId} ${before === undefined ? sql`` : sql`and d.id < ${before}`}
        order by d.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  // The orders explain what is kept and why. The stored PDFs follow their documents.
  erase: async () => [],
}

/** The contacts for questions about a company's invoices, found by their mail address. */
export const invoiceContactsData: PersonalData = {
  name: 'invoiceContacts',
  collect: async (conn, { companyIds, email }) => listContacts(conn, companyIds, email),
  erase: async (tx, { companyIds, email }, now) => {
    await forgetContact(tx, companyIds, email, now)
    return []
  },
}
