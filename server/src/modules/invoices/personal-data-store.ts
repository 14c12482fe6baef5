import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#modules/identity'

/** Invoices name those who ordered and received. They are documents of trade and stay as they were. */
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
  // What is kept and why is said with the orders that they are about.
  erase: async () => [],
}
