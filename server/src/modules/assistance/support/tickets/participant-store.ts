import { type Conn, sql, type Tx } from '#platform/db'
import { type ParticipantRow, tables } from '../tables.ts'
import type { Ticket } from './ticket.ts'

/** A person of a ticket who gets mails. */
export type Participant = {
  readonly number: number
  readonly personId: string
  readonly isAgent: boolean
}

/** The caller has locked the ticket, so that two people never get one number. */
export async function addParticipant(
  tx: Tx,
  { companyId, id }: Ticket,
  { personId, isAgent }: Omit<Participant, 'number'>,
): Promise<void> {
  await sql`
    insert into support.participants (company_id, ticket_id, number, person_id, is_agent)
    select ${companyId}, ${id}, coalesce(max(number) + 1, 0), ${personId}, ${isAgent}
    from support.participants where company_id = ${companyId} and ticket_id = ${id}
    on conflict on constraint participants_once do nothing
  `.execute(tx)
}

export async function listParticipants(
  conn: Conn,
  { companyId, id }: Pick<Ticket, 'companyId' | 'id'>,
): Promise<Participant[]> {
  const rows = await tables(conn)
    .selectFrom('support.participants')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(toParticipant)
}

function toParticipant(row: ParticipantRow): Participant {
  return { number: row.number, personId: row.person_id, isAgent: row.is_agent }
}

/** The person with this number, and the company of the ticket. */
export async function findParticipant(
  conn: Conn,
  { ticketId, number }: { readonly ticketId: string; readonly number: number },
): Promise<(Participant & { readonly companyId: string }) | undefined> {
  const { rows } = await sql<ParticipantRow>`
    /* across companies: a signed address names the ticket, and the signature is checked with what is found here */
    select p.* from support.tickets t
    join support.participants p on p.company_id = t.company_id and p.ticket_id = t.id and p.number = ${number}
    where t.id = ${ticketId}
  `.execute(conn)
  const [row] = rows
  return row && { ...toParticipant(row), companyId: row.company_id }
}
