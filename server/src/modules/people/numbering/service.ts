import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import type { NumberSeries, SeriesChange } from './number-series.ts'
import { listSeries, lockSeries, saveSeries } from './series-store.ts'

export type Numbering = {
  list(actor: Actor): Promise<NumberSeries[]>
  /**
   * Absent fields do not change. Throws `numbering.series_not_found` for an unknown kind, and `numbering.prefix_taken` if
   * another kind has the prefix.
   */
  change(actor: Actor, kind: string, change: SeriesChange): Promise<NumberSeries>
}

type Deps = { readonly database: Database; readonly now: Clock }

export function createNumbering({ database, now: clock }: Deps): Numbering {
  return {
    list: ({ companyId }) => listSeries(database.pool, companyId, clock()),
    change: (actor, kind, change) => {
      const now = clock()
      const { companyId } = actor
      return database.transaction(async (tx) => {
        await lockSeries(tx, companyId)
        const before = await listSeries(tx, companyId, now)
        const series = getSeriesOfKind(before, kind)
        const { prefix = series.prefix, start = series.start } = change
        const holder = before.find((other) => other.kind !== kind && other.prefix === prefix)
        if (holder) throw fail('prefix_taken', { prefix, kind: holder.kind })
        await saveSeries(tx, companyId, { ...series, prefix, start }, now)
        recordAudit(tx, {
          companyId,
          actor,
          action: 'numbering.series_changed',
          target: { type: 'number_series', id: kind },
          outcome: 'done',
          details: { prefix, start },
          now,
        })
        return getSeriesOfKind(await listSeries(tx, companyId, now), kind)
      })
    },
  }
}

function getSeriesOfKind(all: readonly NumberSeries[], kind: string): NumberSeries {
  const found = all.find((series) => series.kind === kind)
  if (!found) throw fail('series_not_found', { kinds: all.map((series) => series.kind) })
  return found
}
