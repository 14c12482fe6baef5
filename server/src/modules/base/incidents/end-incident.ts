import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { alertTopic, type Transport } from './alerts/alert.ts'
import { supersedeRepeats, writeResolved } from './alerts/alert-store.ts'
import { fail } from './failures.ts'
import type { Incident } from './incident.ts'
import { findIncident, markEndedByHand } from './store.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly transports: readonly Transport[]
}

/**
 * An operator ends an incident whose end the service cannot detect. Every transport that was notified is notified of
 * the end. If the trouble is seen again, it is a new incident.
 */
export async function endIncident(
  { database, now, transports }: Deps,
  actor: Principal,
  id: string,
  note: string,
): Promise<Incident> {
  const at = now()
  return database.transaction(async (tx) => {
    const ended = await markEndedByHand(tx, id, { by: actor.id, note, now: at })
    if (!ended) {
      if (!(await findIncident(tx, id))) throw fail('incident_not_found', { incidentId: id })
      throw fail('incident_over', { incidentId: id })
    }
    await supersedeRepeats(tx, id, at)
    const names = transports.map(({ name }) => name)
    await writeResolved(tx, id, names, at)
    ringAfterCommit(tx, alertTopic)
    recordAudit(tx, {
      companyId: ended.companyId ?? actor.companyId,
      actor,
      action: 'incidents.incident_ended',
      target: { type: 'incident', id },
      outcome: 'done',
      details: { key: ended.key, dedupeKey: ended.dedupeKey, note },
      now: at,
    })
    return ended
  })
}
