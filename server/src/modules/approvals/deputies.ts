import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { ApprovalsDeps } from './deps.ts'
import { fail } from './failures.ts'
import { type DeputyRow, tables } from './tables.ts'

/** For a time another person may decide in one's place. */
export type Deputy = {
  readonly id: Id<'dep'>
  readonly personId: string
  readonly deputyId: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export type DeputyInput = {
  readonly deputyId: string
  readonly startsAt?: Date | undefined
  readonly endsAt: Date
}

const deputiesMax = 10

/** Only for oneself: nobody names a deputy for another person. */
export async function nameDeputy(
  deps: ApprovalsDeps,
  actor: Actor,
  { deputyId, startsAt, endsAt }: DeputyInput,
): Promise<Deputy> {
  const now = deps.now()
  const begins = startsAt ?? now
  if (endsAt <= begins || endsAt <= now || endsAt > after(now, daysMs(366))) {
    throw fail('period_invalid')
  }
  const { companyId, id: personId } = actor
  const deputy: Deputy = { id: newId('dep', now), personId, deputyId, startsAt: begins, endsAt }
  return deps.database.transaction(async (tx) => {
    const known = await deps.peopleOf(tx, companyId, { ids: [deputyId] })
    if (known.length === 0 || deputyId === personId) {
      throw fail('people_unknown', { people: [deputyId] })
    }
    await refuseTooMany(tx, actor, now)
    await tables(tx)
      .insertInto('approvals.deputies')
      .values({
        company_id: companyId,
        id: deputy.id,
        person_id: personId,
        deputy_id: deputyId,
        starts_at: begins,
        ends_at: endsAt,
        created_at: now,
      })
      .execute()
    told(tx, actor, 'named', deputy, now)
    return deputy
  })
}

export async function takeDeputyBack(
  { database, now: clock }: ApprovalsDeps,
  actor: Actor,
  id: string,
): Promise<Deputy> {
  const now = clock()
  return database.transaction(async (tx) => {
    const row = await tables(tx)
      .deleteFrom('approvals.deputies')
      .where('company_id', '=', actor.companyId)
      .where('person_id', '=', actor.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw fail('deputy_not_found', { deputyId: id })
    const deputy = toDeputy(row)
    told(tx, actor, 'taken_back', deputy, now)
    return deputy
  })
}

export type DeputyPage = {
  readonly after?: { readonly startsAt: Date; readonly id: string } | undefined
  readonly limit: number
}

/** One's own that are not over, the first to begin first. */
export async function listDeputies(
  conn: Conn,
  actor: Actor,
  now: Date,
  { after: place, limit }: DeputyPage,
): Promise<Deputy[]> {
  let query = tables(conn)
    .selectFrom('approvals.deputies')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where('person_id', '=', actor.id)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
  if (place) query = query.where(sql<boolean>`(starts_at, id) > (${place.startsAt}, ${place.id})`)
  return (await query.execute()).map(toDeputy)
}

/** Whose place the person may take at this moment. */
export async function principalsOf(
  conn: Conn,
  companyId: string,
  deputyId: string,
  now: Date,
): Promise<string[]> {
  const rows = await tables(conn)
    .selectFrom('approvals.deputies')
    .select('person_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('deputy_id', '=', deputyId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .limit(1_000)
    .execute()
  return rows.map((row) => row.person_id)
}

async function refuseTooMany(tx: Tx, { companyId, id }: Actor, now: Date): Promise<void> {
  await oneAfterTheOther(tx, `approvals.deputies ${companyId} ${id}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from approvals.deputies
    where company_id = ${companyId} and person_id = ${id} and ends_at > ${now}
  `.execute(tx)
  if ((rows[0]?.count ?? 0) >= deputiesMax) throw fail('deputies_limit_reached')
}

function told(tx: Tx, actor: Actor, done: string, deputy: Deputy, now: Date): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `approvals.deputy_${done}`,
    target: { type: 'deputy', id: deputy.id },
    outcome: 'done',
    details: { deputyId: deputy.deputyId, endsAt: deputy.endsAt.toISOString() },
    now,
  })
}

function toDeputy(row: DeputyRow): Deputy {
  return {
    id: row.id as Id<'dep'>,
    personId: row.person_id,
    deputyId: row.deputy_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}
