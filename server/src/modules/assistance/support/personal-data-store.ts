import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The tickets and messages of customers. Their texts are erased, and the tickets stay. */
export const supportData: PersonalData = {
  name: 'support',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select m.id, jsonb_build_object('companyId', m.company_id, 'ticketId', m.ticket_id, 'ticketNumber', t.number, 'messageId', m.id,
          'subject', t.subject, 'text', m.text, 'via', m.via,
          'mailText', (select w.text from support.mail_texts w
            where w.company_id = m.company_id and w.ticket_id = m.ticket_id and w.message_id = m.id),
          'createdAt', m.created_at,
          'attachments', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.id), '[]')
            from support.attachments a
            where a.company_id = m.company_id and a.ticket_id = m.ticket_id and a.message_id = m.id)) as data
        from support.messages m
        join support.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.company_id = ${companyId} and m.author_id = ${person.userId}
          ${before === undefined ? sql`` : sql`and m.id < ${before}`}
        order by m.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const companies = [...companyIds]
    // Mails of others quote what the person wrote.
    await sql`
      with own as (
        select distinct company_id, ticket_id from support.messages
        where company_id = any(${companies}) and author_id = ${userId}
      ), gone as (
        delete from support.mail_texts w using own
        where w.company_id = own.company_id and w.ticket_id = own.ticket_id
        returning w.company_id, w.ticket_id, w.message_id
      )
      update support.messages m set shortened = false from gone
      where m.company_id = gone.company_id and m.ticket_id = gone.ticket_id and m.id = gone.message_id
    `.execute(tx)
    await sql`
      update support.messages set text = ''
      where company_id = any(${companies}) and author_id = ${userId} and text <> ''
    `.execute(tx)
    await sql`
      update support.tickets set subject = ''
      where company_id = any(${companies}) and requester_id = ${userId} and subject <> ''
    `.execute(tx)
    // A schedule deletes files without a message, also from where they are kept.
    await sql`
      update support.attachments set ticket_id = null, message_id = null, name = '-'
      where company_id = any(${companies}) and uploaded_by = ${userId}
    `.execute(tx)
    await sql`
      delete from support.participants
      where company_id = any(${companies}) and person_id = ${userId}
    `.execute(tx)
    return []
  },
}
