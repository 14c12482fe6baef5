import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { type ProposalRow, tables } from '../tables.ts'
import type { Proposal, ProposalState, ProposedLine } from './proposal.ts'
import { type ChangedInJson, readChanged, storeChanged } from './terms-view.ts'

/** The caller holds the order. */
export async function insertProposal(tx: Tx, proposal: Proposal): Promise<void> {
  await tables(tx)
    .insertInto('orders.proposals')
    .values({
      company_id: proposal.companyId,
      order_id: proposal.orderId,
      id: proposal.id,
      supplier_company_id: proposal.supplierCompanyId,
      state: proposal.state,
      lines: JSON.stringify(proposal.lines.map(storeChanged)),
      note: proposal.note ?? null,
      proposed_by: proposal.proposedBy,
      proposed_at: proposal.proposedAt,
      lapses_at: proposal.lapsesAt,
    })
    .execute()
}

export async function findProposal(
  conn: Conn,
  companyId: string,
  orderId: string,
  proposalId: string,
): Promise<Proposal | undefined> {
  const row = await tables(conn)
    .selectFrom('orders.proposals')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', proposalId)
    .executeTakeFirst()
  return row && toProposal(row)
}

/** The caller holds the order, so nobody else decides. */
export async function saveDecision(tx: Tx, proposal: Proposal): Promise<void> {
  const { companyId, orderId, id, state, lines, decidedBy, decidedAt } = proposal
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.proposals')
    .set({
      state,
      lines: JSON.stringify(lines.map(storeChanged)),
      decided_by: decidedBy ?? null,
      decided_at: decidedAt ?? null,
    })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'PROPOSED')
    .executeTakeFirst()
  assert.equal(numUpdatedRows, 1n, `proposal ${id} was decided without the lock of its order`)
}

/** False if it is decided, or if the buyer was reminded before. */
export async function markReminded(
  tx: Tx,
  { companyId, orderId, id }: Proposal,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('orders.proposals')
    .set({ reminded_at: now })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'PROPOSED')
    .where('reminded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type ProposalPage = { readonly before?: string | undefined; readonly limit: number }

/** The proposals of one order, newest first. `supplierId`: only those of this supplier. */
export async function listProposals(
  conn: Conn,
  companyId: string,
  orderId: string,
  { supplierId, before, limit }: ProposalPage & { readonly supplierId?: string | undefined },
): Promise<Proposal[]> {
  const { rows } = await sql<ProposalRow>`
    select * from orders.proposals
    where company_id = ${companyId} and order_id = ${orderId}
      ${supplierId === undefined ? sql`` : sql`and supplier_company_id = ${supplierId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toProposal)
}

export type UndecidedProposal = Proposal & { readonly orderNumber: string }

/** For operators: the proposals of all companies that wait for a buyer, oldest first. `proposals_undecided` answers. */
export async function listUndecided(
  conn: Conn,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<UndecidedProposal[]> {
  const { rows } = await sql<ProposalRow & { order_number: string }>`
    /* across companies: operators see the whole platform */
    select p.*, o.number as order_number
    from orders.proposals p
    join orders.orders o on o.company_id = p.company_id and o.id = p.order_id
    where p.state = 'PROPOSED' ${after === undefined ? sql`` : sql`and p.id > ${after}`}
    order by p.id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ ...toProposal(row), orderNumber: row.order_number }))
}

function toProposal(row: ProposalRow): Proposal {
  return {
    id: row.id as Id<'prp'>,
    companyId: row.company_id as Id<'co'>,
    orderId: row.order_id,
    supplierCompanyId: row.supplier_company_id,
    state: row.state as ProposalState,
    lines: (row.lines as ChangedInJson<ProposedLine>[]).map(readChanged<ProposedLine>),
    note: row.note ?? undefined,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    remindedAt: row.reminded_at ?? undefined,
    lapsesAt: row.lapses_at,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
  }
}
