import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Brief, Removal } from '../brief/brief.ts'
import type { DegradedReason } from '../extraction/degraded-reasons.ts'
import type { SessionRow } from '../tables.ts'
import type { NewEvent, Session, SessionKey, SessionState } from './session.ts'

export type NewSession = SessionKey &
  Pick<Session, 'ownerId' | 'locale' | 'currency' | 'brief' | 'createdAt'>

/** Inserts the session with its first event. Returns false when the person has `openMax` sessions that are not final. */
export async function insertSession(
  tx: Tx,
  session: NewSession,
  first: NewEvent,
  openMax: number,
): Promise<boolean> {
  const { companyId, id, ownerId, locale, currency, brief, createdAt } = session
  const { numAffectedRows } = await sql`
    insert into chat.sessions (company_id, id, owner_id, state, locale, currency, brief, removals, brief_version, messages,
      characters, clarifications, last_event, created_at, updated_at, available_at)
    select ${companyId}, ${id}, ${ownerId}, 'OPEN', ${locale}, ${currency}, ${JSON.stringify(brief)}::jsonb, '[]', 1, 0, 0, 0, 1,
      ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    where (
      select count(*) from chat.sessions
      where company_id = ${companyId} and owner_id = ${ownerId} and state <> 'FINALIZED'
    ) < ${openMax}
  `.execute(tx)
  if (numAffectedRows === 0n) return false
  await sql`
    insert into chat.events (company_id, session_id, event, kind, data)
    values (${companyId}, ${id}, 1, ${first.kind}, ${JSON.stringify(first.data)}::json)
  `.execute(tx)
  return true
}

export async function findSession(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Session | undefined> {
  const { rows } = await sql<SessionRow>`
    select * from chat.sessions where company_id = ${companyId} and id = ${id}
  `.execute(conn)
  return rows[0] && toSession(rows[0])
}

/** Locks the session, so that its next events follow its last one. */
export async function lockSession(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Session | undefined> {
  const { rows } = await sql<SessionRow>`
    select * from chat.sessions where company_id = ${companyId} and id = ${id} for update
  `.execute(tx)
  return rows[0] && toSession(rows[0])
}

/** Locks the session if the worker still holds its extraction. Undefined: it was lost, or a newer message came. */
export async function lockExtracting(
  tx: Tx,
  { companyId, id }: SessionKey,
  leaseToken: string,
): Promise<Session | undefined> {
  const { rows } = await sql<SessionRow>`
    select * from chat.sessions
    where company_id = ${companyId} and id = ${id} and state = 'EXTRACTING' and lease_token = ${leaseToken}
    for update
  `.execute(tx)
  return rows[0] && toSession(rows[0])
}

/** The new values of a locked session. What is absent stays. */
export type SessionStep = {
  readonly at: Date
  readonly state?: SessionState
  readonly brief?: Brief
  readonly removals?: readonly Removal[]
  readonly locale?: Locale
  readonly characters?: number
  readonly clarifications?: number
  readonly extracted?: {
    readonly message: string
    readonly version: number
    readonly degradedReason: DegradedReason | undefined
  }
  readonly failureCode?: string | null
  readonly messages?: number
  readonly events: readonly NewEvent[]
}

/** Writes the step and its events. A state that changes ends the lease, and begins the new state's own work at `at`. */
export async function writeStep(tx: Tx, locked: Session, step: SessionStep): Promise<Session> {
  const { companyId, id } = locked
  const { at, brief, removals, events } = step
  const state = step.state ?? locked.state
  const { rows } = await sql<SessionRow>`
    with appended as (
      insert into chat.events (company_id, session_id, event, kind, data)
      select ${companyId}, ${id}, ${locked.lastEvent}::integer + place, kind, data::json
      from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ data }) => JSON.stringify(data))}::text[])
        with ordinality as appended (kind, data, place)
    )
    update chat.sessions set
      updated_at = ${at}, last_event = ${locked.lastEvent + events.length},
      brief = coalesce(${brief ? JSON.stringify(brief) : null}::jsonb, brief),
      brief_version = brief_version + ${brief ? 1 : 0},
      removals = coalesce(${removals ? JSON.stringify(removals) : null}::jsonb, removals),
      locale = ${step.locale ?? locked.locale},
      messages = ${step.messages ?? locked.messages},
      characters = ${step.characters ?? locked.characters},
      clarifications = ${step.clarifications ?? locked.clarifications},
      extracted_message = ${step.extracted?.message ?? locked.extractedMessage ?? null},
      degraded_reason = ${(step.extracted ?? locked).degradedReason ?? null},
      extraction_version = ${step.extracted?.version ?? locked.extractionVersion ?? null}::integer,
      failure_code = ${step.failureCode === undefined ? (locked.failureCode ?? null) : step.failureCode}
      ${step.state === undefined ? sql`` : enter(state, at)}
    where company_id = ${companyId} and id = ${id}
    returning *
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`chat session ${id} was locked and is gone`)
  return toSession(row)
}

/**
 * A session that is queued again while it waits has waited since before. Messages over which processes have died are worked on
 * alone until an extraction has read them.
 */
function enter(state: SessionState, at: Date) {
  const isQueued = state === 'QUEUED_FOR_EXTRACTION'
  const isConfirmed = state === 'FINALIZING' || state === 'FINALIZED'
  const isWaiting = isQueued || state === 'EXTRACTING'
  return sql`, state = ${state},
    queued_at = ${isWaiting ? sql`coalesce(queued_at, ${at}::timestamptz)` : sql`null`},
    confirmed_at = ${isConfirmed ? sql`coalesce(confirmed_at, ${at}::timestamptz)` : sql`null`},
    finalized_at = ${state === 'FINALIZED' ? sql`${at}::timestamptz` : sql`null`},
    stuck_alerted_at = case when ${isWaiting} and queued_at is not null then stuck_alerted_at end,
    deaths = ${isQueued || state === 'FAILED' ? sql`deaths` : 0},
    available_at = ${at}, attempts = 0, outages = 0, lease_token = null, lease_until = null`
}

/** The transaction has locked the session. */
export async function markRequisition(
  tx: Tx,
  { companyId, id }: SessionKey,
  requisitionId: string,
): Promise<void> {
  await sql`
    update chat.sessions set requisition_id = ${requisitionId} where company_id = ${companyId} and id = ${id}
  `.execute(tx)
}

export async function deleteSession(tx: Tx, { companyId, id }: SessionKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from chat.sessions where company_id = ${companyId} and id = ${id}
  `.execute(tx)
  return numAffectedRows === 1n
}

export function toSession(row: SessionRow): Session {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'chs'>,
    ownerId: row.owner_id,
    state: row.state as SessionState,
    locale: row.locale as Locale,
    currency: row.currency,
    brief: row.brief as Brief,
    removals: row.removals as readonly Removal[],
    briefVersion: row.brief_version,
    messages: row.messages,
    characters: row.characters,
    clarifications: row.clarifications,
    extractedMessage: row.extracted_message ?? undefined,
    extractionVersion: row.extraction_version ?? undefined,
    degradedReason: (row.degraded_reason as DegradedReason | null) ?? undefined,
    lastEvent: row.last_event,
    failureCode: row.failure_code ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    confirmedAt: row.confirmed_at ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
    requisitionId: row.requisition_id ?? undefined,
  }
}
