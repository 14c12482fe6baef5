import type { Id } from '#kernel/id'
import { bigintOf, type Conn, sql, type Tx } from '#platform/db'
import { type CertificationRow, type CertificationStepRow, tables } from '../tables.ts'
import {
  type Certification,
  type CertificationEnd,
  type CertificationFailure,
  contract,
  type Observation,
  type PracticeStep,
} from './certification.ts'

export type CertificationKey = {
  readonly companyId: Id<'co'>
  readonly clientId: string
  readonly id: string
}

export async function findCertification(
  conn: Conn,
  key: CertificationKey,
): Promise<Certification | undefined> {
  const row = await certificationRow(conn, key).executeTakeFirst()
  return row && toCertification(row, await stepRows(conn, row))
}

/** Locks its row until the transaction ends, so that the requests on one practice cart run one after another. */
export async function holdCertification(
  tx: Tx,
  key: CertificationKey,
): Promise<Certification | undefined> {
  const row = await certificationRow(tx, key).forUpdate().executeTakeFirst()
  return row && toCertification(row, await stepRows(tx, row))
}

function certificationRow(conn: Conn, { companyId, clientId, id }: CertificationKey) {
  return tables(conn)
    .selectFrom('cart.certifications')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('client_id', '=', clientId)
}

function stepRows(conn: Conn, row: CertificationRow): Promise<CertificationStepRow[]> {
  return tables(conn)
    .selectFrom('cart.certification_steps')
    .selectAll()
    .where('company_id', '=', row.company_id)
    .where('certification_id', '=', row.id)
    .orderBy('number')
    .execute()
}

/** Returns false if the client has an open one: `certifications_one_open` decides, not an earlier read. */
export async function insertCertificationOnce(
  tx: Tx,
  certification: Certification,
): Promise<boolean> {
  const { companyId, id, steps } = certification
  const { rows } = await sql`
    insert into cart.certifications
      (company_id, id, client_id, contract, version, state, step, conflict_open, refreshed, observations,
       opened_at, deadline_at)
    values (${companyId}, ${id}, ${certification.clientId}, ${contract.name}, ${certification.version}, 'OPEN', 1,
            false, false, 0, ${certification.openedAt}, ${certification.deadlineAt})
    on conflict (company_id, client_id, contract) where state = 'OPEN' do nothing
    returning id
  `.execute(tx)
  if (rows.length === 0) return false
  await tables(tx)
    .insertInto('cart.certification_steps')
    .values(
      steps.map((step) => ({
        company_id: companyId,
        certification_id: id,
        number: step.number,
        task: step.task,
        item_id: step.itemId ?? null,
        quantity: step.quantity === undefined ? null : bigintOf(step.quantity),
        conflicts_due: step.conflictsDue,
        conflicts_made: step.conflictsMade,
        state: step.state,
      })),
    )
    .execute()
  return true
}

/** The caller holds the certification's row. Writes its progress and its new observations. */
export async function updateCertification(
  tx: Tx,
  { companyId, id, end, ...progress }: Certification,
  observations: readonly Observation[],
): Promise<void> {
  await tables(tx)
    .updateTable('cart.certifications')
    .set({
      state: end.state,
      closed_at: end.state === 'OPEN' ? null : end.closedAt,
      failure: end.state === 'FAILED' ? end.failure : null,
      step: progress.step,
      conflict_open: progress.conflictOpen,
      refreshed: progress.refreshed,
      observations: progress.observed + observations.length,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await updateSteps(tx, companyId, id, progress.steps)
  if (observations.length > 0) {
    await insertObservations(tx, companyId, id, progress.observed, observations)
  }
}

async function updateSteps(
  tx: Tx,
  companyId: Id<'co'>,
  certificationId: string,
  steps: readonly PracticeStep[],
): Promise<void> {
  await sql`
    update cart.certification_steps s
    set item_id = now.item_id, conflicts_made = now.conflicts_made, state = now.state
    from unnest(${steps.map((step) => step.number)}::integer[],
                ${steps.map((step) => step.itemId ?? null)}::text[],
                ${steps.map((step) => step.conflictsMade)}::integer[],
                ${steps.map((step) => step.state)}::text[])
      as now (number, item_id, conflicts_made, state)
    where s.company_id = ${companyId} and s.certification_id = ${certificationId} and s.number = now.number
      and (s.item_id, s.conflicts_made, s.state) is distinct from (now.item_id, now.conflicts_made, now.state)
  `.execute(tx)
}

async function insertObservations(
  tx: Tx,
  companyId: Id<'co'>,
  certificationId: string,
  countBefore: number,
  observations: readonly Observation[],
): Promise<void> {
  await tables(tx)
    .insertInto('cart.certification_observations')
    .values(
      observations.map((observation, index) => ({
        company_id: companyId,
        certification_id: certificationId,
        number: countBefore + index + 1,
        step: observation.step,
        operation: observation.operation,
        expected_version: observation.expectedVersion ?? null,
        current_version: observation.currentVersion ?? null,
        outcome: observation.outcome,
        seen_at: observation.seenAt,
      })),
    )
    .execute()
}

/** In order: up to `observationsMax` of them, and one more. */
export async function listObservations(
  conn: Conn,
  companyId: Id<'co'>,
  certificationId: string,
): Promise<Observation[]> {
  const rows = await tables(conn)
    .selectFrom('cart.certification_observations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('certification_id', '=', certificationId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    step: row.step,
    operation: row.operation,
    expectedVersion: row.expected_version ?? undefined,
    currentVersion: row.current_version ?? undefined,
    outcome: row.outcome,
    seenAt: row.seen_at,
  }))
}

/** The open certification of a client, if any. */
export async function findOpenCertificationId(
  conn: Conn,
  companyId: Id<'co'>,
  clientId: string,
): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('cart.certifications')
    .select('id')
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .where('contract', '=', contract.name)
    .where('state', '=', sql.lit('OPEN'))
    .executeTakeFirst()
  return row?.id
}

export async function countCertificationsSince(
  conn: Conn,
  companyId: Id<'co'>,
  clientId: string,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from cart.certifications
    where company_id = ${companyId} and client_id = ${clientId} and contract = ${contract.name}
      and opened_at > ${since}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Deletes the practice carts of the client's earlier certifications. */
export async function deletePracticeCarts(
  tx: Tx,
  companyId: Id<'co'>,
  clientId: string,
): Promise<void> {
  await sql`
    delete from cart.carts c using cart.certifications f
    where c.company_id = ${companyId} and f.company_id = ${companyId} and f.client_id = ${clientId}
      and c.owner_id = f.id and f.state <> 'OPEN'
  `.execute(tx)
}

function toCertification(
  row: CertificationRow,
  steps: readonly CertificationStepRow[],
): Certification {
  return {
    id: row.id as Id<'cert'>,
    companyId: row.company_id as Id<'co'>,
    clientId: row.client_id,
    version: row.version,
    openedAt: row.opened_at,
    deadlineAt: row.deadline_at,
    step: row.step,
    conflictOpen: row.conflict_open,
    refreshed: row.refreshed,
    observed: row.observations,
    end: toEnd(row),
    steps: steps.map((step) => ({
      number: step.number,
      task: step.task as PracticeStep['task'],
      itemId: step.item_id ?? undefined,
      quantity: step.quantity === null ? undefined : BigInt(step.quantity),
      conflictsDue: step.conflicts_due,
      conflictsMade: step.conflicts_made,
      state: step.state as PracticeStep['state'],
    })),
  }
}

/** The checks of the schema keep state, date and failure together. */
function toEnd({ state, closed_at: closedAt, failure }: CertificationRow): CertificationEnd {
  if (!closedAt) return { state: 'OPEN' }
  return failure === null || state === 'PASSED'
    ? { state: 'PASSED', closedAt }
    : { state: 'FAILED', closedAt, failure: failure as CertificationFailure }
}
