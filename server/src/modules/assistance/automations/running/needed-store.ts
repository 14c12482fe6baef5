import { sql } from 'kysely'
import { after, daysMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import type { DayRange } from '#platform/partitions'
import { heldDays } from './run.ts'

/**
 * Why a day of the event log cannot be dropped yet: an unfinished run reads its event again. A dead letter that waits
 * for longer than this no longer keeps a whole day; its replay is then refused. Uses `runs_open_by_event`.
 */
export async function neededByRuns(
  tx: Tx,
  { from, to }: DayRange,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ waiting: boolean }>`
    /* across companies: a day of the log holds the events of all */
    select exists (
      select from automations.runs
      where event_id >= ${from} and event_id < ${to}
        and state in ('PENDING', 'LEASED', 'RETRYING', 'HELD', 'DEAD_LETTERED')
        and (state <> 'DEAD_LETTERED'
          or (outcome is distinct from 'handled_manually' and finished_at > ${after(now, -daysMs(heldDays))}))
    ) as waiting
  `.execute(tx)
  return rows[0]?.waiting ? 'automation runs of its events are not over' : undefined
}
