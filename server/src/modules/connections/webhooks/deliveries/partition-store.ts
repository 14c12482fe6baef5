import { sql } from 'kysely'
import { firstIdAt, timeOfId } from '#kernel/id'
import type { Tx } from '#platform/db'
import type { DayRange, Partitioned } from '#platform/partitions'

/** How long EXPIRED deliveries are shown, and may be replayed, after their retention. */
export const expiredShownDays = 7

/** Most rows are written four times within seconds, and then never again. */
const busy =
  'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02'

/**
 * Deliveries, their attempts and message bodies, with one partition for each day. A partition with unfinished
 * deliveries is not dropped.
 */
export function webhooksPartitions(retentionDays: number): Partitioned[] {
  const keepDays = retentionDays + expiredShownDays
  return [
    {
      table: 'webhooks.attempts',
      column: 'delivery_id',
      prefix: 'dlv',
      keepDays,
      neededFor: unfinishedOf,
    },
    {
      table: 'webhooks.deliveries',
      column: 'id',
      prefix: 'dlv',
      storage: busy,
      keepDays,
      neededFor: unfinishedOf,
    },
    {
      table: 'webhooks.messages',
      column: 'event_id',
      prefix: 'evt',
      keepDays,
      neededFor: unfinishedOrReplayed,
    },
  ]
}

async function unfinishedOf(tx: Tx, { from, to }: DayRange): Promise<string | undefined> {
  const { rows } = await sql<{ waiting: boolean }>`
    /* across companies: a day holds the deliveries of all */
    select exists (
      select from webhooks.deliveries
      where id >= ${from} and id < ${to} and state in ('PENDING', 'RETRYING', 'HELD')
    ) or exists (
      select from webhooks.deliveries where id >= ${from} and id < ${to} and state = 'LEASED'
    ) as waiting
  `.execute(tx)
  return rows[0]?.waiting ? 'deliveries of it are not finished' : undefined
}

/** A replay is newer than the message that it sends. */
async function unfinishedOrReplayed(tx: Tx, { from, to }: DayRange): Promise<string | undefined> {
  const first = firstIdAt('dlv', timeOfId(from))
  const { rows } = await sql<{ waiting: boolean }>`
    /* across companies: a day holds the messages of all */
    select exists (
      select from webhooks.deliveries
      where id >= ${first} and event_id >= ${from} and event_id < ${to}
        and state in ('PENDING', 'RETRYING', 'HELD')
    ) or exists (
      select from webhooks.deliveries
      where id >= ${first} and event_id >= ${from} and event_id < ${to} and state = 'LEASED'
    ) as waiting
  `.execute(tx)
  return rows[0]?.waiting ? 'deliveries of its events are not finished' : undefined
}
