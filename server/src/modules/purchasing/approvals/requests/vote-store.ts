import { type Conn, sql, type Tx } from '#platform/db'
import { tables } from '../tables.ts'
import type { ApprovalRequest, Vote } from './request.ts'

export async function insertVotes(
  tx: Tx,
  { companyId, id, requesterId }: Pick<ApprovalRequest, 'companyId' | 'id' | 'requesterId'>,
  votes: readonly Vote[],
): Promise<void> {
  const rows = votes.map(({ step, personId, votedBy, note, votedAt, keptFrom }) => ({
    company_id: companyId,
    request_id: id,
    step,
    person_id: personId,
    voted_by: votedBy,
    requester_id: requesterId,
    note: note ?? null,
    voted_at: votedAt,
    kept_from: keptFrom ?? null,
  }))
  await tables(tx).insertInto('approvals.votes').values(rows).execute()
}

export async function listVotes(
  conn: Conn,
  companyId: string,
  requestIds: readonly string[],
): Promise<Map<string, Vote[]>> {
  const rows = await tables(conn)
    .selectFrom('approvals.votes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<boolean>`request_id = any(${[...requestIds]}::text[])`)
    .orderBy('step')
    .orderBy('voted_at')
    .orderBy('person_id')
    .execute()
  const votes = rows.map((row) => ({
    requestId: row.request_id,
    step: row.step,
    personId: row.person_id,
    votedBy: row.voted_by,
    note: row.note ?? undefined,
    votedAt: row.voted_at,
    keptFrom: row.kept_from ?? undefined,
  }))
  return Map.groupBy(votes, ({ requestId }) => requestId)
}

/** The caller holds the request. The audit log keeps who voted. */
export async function deleteVotes(
  tx: Tx,
  { companyId, id }: ApprovalRequest,
  steps: readonly number[],
): Promise<void> {
  await sql`
    delete from approvals.votes
    where company_id = ${companyId} and request_id = ${id} and step = any(${[...steps]}::integer[])
  `.execute(tx)
}
