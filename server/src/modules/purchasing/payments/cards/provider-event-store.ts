import { sql } from 'kysely'
import { type Conn, type Gathering, type Tx, writeBeforeCommit } from '#platform/db'
import { tables } from '../tables.ts'
import type { ProviderEvent } from './provider.ts'

export type EventOutcome = 'APPLIED' | 'NOT_NEWS' | 'KEPT' | 'UNKNOWN_PAYMENT' | 'MISMATCH'

/**
 * Returns false if the event came before. An identical event that arrives at the same time waits here for the first
 * one's commit.
 */
export async function insertProviderEvent(
  tx: Tx,
  provider: string,
  event: ProviderEvent,
  rawBody: Buffer,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('payments.provider_events')
    .values({
      provider,
      id: event.id,
      type: event.type,
      outcome: 'RECEIVED',
      payment_id: event.intent?.paymentId ?? event.about?.paymentId ?? null,
      payload: rawBody.toString('utf8').replaceAll('\0', ''),
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isEventKnown(
  conn: Conn,
  provider: string,
  { id }: ProviderEvent,
): Promise<boolean> {
  const known = await tables(conn)
    .selectFrom('payments.provider_events')
    .select('id')
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

type Outcome = {
  readonly provider: string
  readonly eventId: string
  readonly outcome: EventOutcome
}

const outcomes: Gathering<Outcome> = {
  writes: (all) =>
    all.map(({ provider, eventId, outcome }, at) => ({
      name: `outcome_${at}`,
      statement: sql`
        update payments.provider_events set outcome = ${outcome}
        where provider = ${provider} and id = ${eventId}`,
    })),
}

/** Written just before the commit, for an event that the same transaction has inserted. */
export function setEventOutcome(
  tx: Tx,
  provider: string,
  eventId: string,
  outcome: EventOutcome,
): void {
  writeBeforeCommit(tx, outcomes, [{ provider, eventId, outcome }])
}

/**
 * Events older than any provider's retries are not needed to recognise a repeat. Deletes some at a time, so that no
 * lock lasts long.
 */
export async function deleteOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payments.provider_events
    where (provider, id) in (
      select provider, id from payments.provider_events
      where received_at < ${before}
      order by received_at
      limit ${limit}
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
