import type { Principal } from '#kernel/actor'
import { after, type Clock, minutesMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import type { Incident } from './incident.ts'
import { findIncident, markSilenced } from './store.ts'

type Deps = { readonly database: Database; readonly now: Clock }

export type SilenceInput = { readonly minutes: number; readonly note: string }

/**
 * An operator works on the trouble and needs no reminders. The incident goes on counting. If it becomes worse, its alert is
 * sent all the same, and so is the notice of its end.
 */
export async function silenceIncident(
  { database, now }: Deps,
  actor: Principal,
  id: string,
  { minutes, note }: SilenceInput,
): Promise<Incident> {
  const at = now()
  const until = after(at, minutesMs(minutes))
  return database.transaction(async (tx) => {
    const silenced = await markSilenced(tx, id, { until, by: actor.id, note })
    if (!silenced) {
      if (!(await findIncident(tx, id))) throw fail('incident_not_found', { incidentId: id })
      throw fail('incident_over', { incidentId: id })
    }
    recordAudit(tx, {
      companyId: silenced.companyId ?? actor.companyId,
      actor,
      action: 'incidents.incident_silenced',
      target: { type: 'incident', id },
      outcome: 'done',
      details: { key: silenced.key, minutes, note },
      now: at,
    })
    return silenced
  })
}
