import { after, minutesMs, secondsMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Alert, Transport } from './alerts/alert.ts'
import { markDelivered, writeFiring } from './alerts/alert-store.ts'
import { type AlertingDeps, sendAlert } from './alerts/alerting.ts'
import type { Sighting } from './incident.ts'
import type { Incidents } from './service.ts'
import type { Spool, Spooled } from './spool.ts'

/** What sending without the database needs. */
export type SendingDeps = Omit<AlertingDeps, 'database'> & { readonly spool: Spool }

export type RaisingDeps = SendingDeps & {
  readonly database: Database
  readonly incidents: Incidents
}

/**
 * For trouble that no transaction sees, such as a database that is unavailable. It is written to the database if
 * possible, otherwise to the spool. From there it is sent, and later written down.
 */
export async function raise(deps: RaisingDeps, sighting: Sighting): Promise<void> {
  const { database, incidents, spool, log } = deps
  try {
    await database.transaction((tx) => incidents.notify(tx, sighting))
  } catch (error) {
    const isNew = await spool.add(sighting)
    if (isNew) log.error({ err: error, key: sighting.key }, 'An incident was spooled.')
  }
}

/** When the process that spooled calls a transport again that did not answer. */
export type DirectTries = Map<string, { readonly made: number; readonly dueAt: Date }>

const directWaitsMs = [secondsMs(15), minutesMs(1), minutesMs(3), minutesMs(8)]

/**
 * Writes spooled incidents to the database once it is available, and sends those that it still cannot hold. A crash
 * between sending and recording that sends once more, never less. Returns how many incidents it handled.
 */
export async function drainSpool(
  deps: RaisingDeps,
  tries: DirectTries,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  for (const spooled of deps.spool.waiting()) {
    if (signal.aborted) return done
    done += (await keep(deps, spooled)) ? 1 : await sendDirectly(deps, spooled, tries, signal)
  }
  return done
}

/** Like `drainSpool` for a process without a database: spooled incidents are sent and stay in the spool. */
export async function sendSpooled(
  deps: SendingDeps,
  tries: DirectTries,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  for (const spooled of deps.spool.waiting()) {
    if (!signal.aborted) done += await sendDirectly(deps, spooled, tries, signal)
  }
  return done
}

async function keep(deps: RaisingDeps, spooled: Spooled): Promise<boolean> {
  const { database, incidents, spool, now } = deps
  const { id, sighting, sentTo } = spooled
  try {
    await database.transaction(async (tx) => {
      const notified = await incidents.notify(tx, sighting, id)
      // Another process may have written it first, for other transports.
      await writeFiring(tx, notified.id, sentTo, now())
      await markDelivered(tx, notified.id, sentTo, now())
    })
  } catch {
    return false
  }
  await spool.kept(id)
  return true
}

/** Sends directly to the transports: to the first, and to all of them if the incident is critical. */
async function sendDirectly(
  deps: SendingDeps,
  spooled: Spooled,
  tries: DirectTries,
  signal: AbortSignal,
): Promise<number> {
  const { transports, spool, now, log } = deps
  const { id, sighting, sentTo } = spooled
  const receivers = sighting.severity === 'critical' ? transports : transports.slice(0, 1)
  let done = 0
  for (const transport of receivers) {
    if (sentTo.includes(transport.name)) continue
    const place = `${id} ${transport.name}`
    const { made = 0, dueAt } = tries.get(place) ?? {}
    if (dueAt && dueAt > now()) continue
    const alert = directAlert(spooled, transport, made + 1)
    const failure = await sendAlert(deps, transport, alert, signal)
    if (failure) {
      const waitMs = directWaitsMs[made] ?? minutesMs(8)
      tries.set(place, { made: made + 1, dueAt: after(now(), waitMs) })
      log.warn(
        { incidentId: id, transport: transport.name, failure },
        'The alert was not sent yet.',
      )
      continue
    }
    await spool.markSent(id, transport.name)
    tries.delete(place)
    done += 1
  }
  return done
}

function directAlert({ id, sighting }: Spooled, transport: Transport, attempt: number): Alert {
  const { key, dedupeKey, severity, summary, details, now } = sighting
  return {
    id: `${id}.${transport.name}`,
    incidentId: id,
    key,
    dedupeKey,
    severity,
    status: 'firing',
    summary,
    details,
    occurredAt: now,
    firedAt: now,
    queuedAt: now,
    attempt,
    transport: transport.name,
    givenUp: 0,
  }
}
