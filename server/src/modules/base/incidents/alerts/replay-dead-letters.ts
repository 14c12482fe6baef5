import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { alertTopic, type Replayed, type Transport } from './alert.ts'
import { countDeadLetters, reviveDeadLetters } from './alert-store.ts'

type Deps = {
  readonly database: Database
  readonly now: Clock
  readonly transports: readonly Transport[]
}

/**
 * Gives the oldest dead letters another round of attempts. A replayed alert is no dead letter any more, so two
 * requests send nothing twice. Dead letters of an unconfigured transport stay.
 */
export async function replayDeadLetters(
  { database, now, transports }: Deps,
  actor: Principal,
  requested: number,
): Promise<Replayed> {
  return database.transaction(async (tx) => {
    const at = now()
    const names = transports.map(({ name }) => name)
    const alertIds = await reviveDeadLetters(tx, names, requested, at)
    const replayed = alertIds.length
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'incidents.dead_letters_replayed',
      target: { type: 'incident_alerts', id: 'dead-letter' },
      outcome: 'done',
      details: { requested, replayed },
      now: at,
    })
    if (replayed > 0) ringAfterCommit(tx, alertTopic)
    return { requested, replayed, alertIds, remaining: await countDeadLetters(tx) }
  })
}
