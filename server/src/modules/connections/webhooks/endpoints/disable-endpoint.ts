import { after } from '#kernel/time'
import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import { oneLine } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { holdWaiting } from '../deliveries/hold-store.ts'
import type { Failing } from '../deliveries/queue-store.ts'
import { writeMail } from '../mails.ts'
import { type DisabledReason, hopeless } from './endpoint.ts'
import { type Disabling, getEndpoint, markDisabled } from './endpoint-store.ts'
import { type NotifyAdmins, notifyAdmins } from './warn-managers.ts'

type Deps = {
  readonly database: Database
  readonly incidents: Incidents
  readonly adminsOf: NotifyAdmins
}
type EndpointKey = { readonly companyId: string; readonly endpointId: string }

/** The receiver answered 410: it asks for no more calls. */
export function disableGone(deps: Deps, key: EndpointKey, now: Date): Promise<boolean> {
  return disable(deps, key, { reason: 'gone', now })
}

/** A cheap check before the database is asked. The database decides, on the state at that moment. */
export function looksHopeless({ failures, failingSince }: Failing, now: Date): boolean {
  return (
    failingSince !== undefined &&
    failures >= hopeless.failures &&
    now.getTime() - failingSince.getTime() >= hopeless.failingForMs
  )
}

export function disableHopeless(deps: Deps, key: EndpointKey, now: Date): Promise<boolean> {
  return disable(deps, key, {
    reason: 'failing',
    unless: {
      failuresMin: hopeless.failures,
      failingSince: after(now, -hopeless.failingForMs),
      successSince: after(now, -hopeless.withoutSuccessMs),
    },
    now,
  })
}

const summaries: Readonly<Record<DisabledReason, string>> = {
  gone: 'A webhook endpoint was disabled, because its receiver answered that it is gone.',
  failing: 'A webhook endpoint was disabled, because its receiver has failed for days.',
}

/** Each endpoint has its own transaction, so that two of these cannot block each other. */
async function disable(
  { database, incidents, adminsOf }: Deps,
  { companyId, endpointId }: EndpointKey,
  disabling: Disabling,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await markDisabled(tx, companyId, endpointId, disabling))) return false
    const held = await holdWaiting(tx, companyId, endpointId)
    const { name, health } = await getEndpoint(tx, companyId, endpointId)
    const { reason, now } = disabling
    await incidents.notify(tx, {
      key: 'webhooks.endpoint-disabled',
      severity: 'warning',
      summary: summaries[reason],
      details: {
        endpointId,
        name,
        reason,
        held,
        failures: health.failures,
        failingSince: health.failingSince ?? null,
        lastSuccessAt: health.lastSuccessAt ?? null,
      },
      dedupeKey: endpointId,
      companyId,
      now,
    })
    await notifyAdmins(tx, adminsOf, {
      companyId,
      letterIn: (locale) =>
        writeLetter(writeMail, locale, 'disabled', { name: oneLine(name), reason, held }),
      dedupeKey: `webhooks.endpoint_disabled/${endpointId}/${now.getTime()}`,
      now,
    })
    return true
  })
}
