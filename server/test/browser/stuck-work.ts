import { newId } from '#kernel/id'
import type { Incidents } from '#modules/incidents'
import { type Database, sql } from '#platform/db'

/** What somebody has to decide on, as the service leaves it after its last attempt. */

export async function aGivenUpJob(database: Database, now: Date) {
  const jobId = newId('job', now)
  const paymentId = newId('pay', now)
  await sql`
    insert into platform.jobs
      (id, name, payload, state, attempts, available_at, last_error, created_at, given_up_at)
    values (${jobId}, 'orders.pay_back', ${JSON.stringify({ paymentId })}, 'EXHAUSTED', 12, ${now},
      'The provider did not answer.', ${now}, ${now})
  `.execute(database.pool)
  return { jobId, paymentId }
}

export async function anAlertGivenUp(database: Database, incidents: Incidents, now: Date) {
  const trouble = { severity: 'critical', dedupeKey: 'of this test', now } as const
  const key = 'payments.reconciliation-mismatch' as const
  const summary = 'The provider and we do not agree on a payment.'
  const { id } = await database.transaction((tx) =>
    incidents.notify(tx, { ...trouble, key, summary, details: {} }),
  )
  await sql`
    insert into incidents.deliveries (id, incident_id, transport, status, notice, severity, summary,
      details, occurred_at, state, attempts, queued_at, available_at, last_error, finished_at)
    values (${newId('ina', now)}, ${id}, 'primary', 'firing', 1, 'critical', ${summary}, '{}', ${now},
      'DEAD_LETTER', 8, ${now}, ${now}, 'status 401', ${now})
  `.execute(database.pool)
  return { id, key }
}

/** Of a reader that no release has: nobody tries it. */
export async function aSetAsideEvent(database: Database, companyId: string, now: Date) {
  const eventId = newId('evt', now)
  const orderId = newId('ord', now)
  await sql`
    insert into platform.set_aside_events (subscription, company_id, line, position, event_id, event_type,
      failures, last_error, set_aside_at, available_at)
    values ('platform.of_this_test', ${companyId}, ${`order/${orderId}`}, 1, ${eventId}, 'order.shipped', 9,
      'It cannot be composed.', ${now}, ${now})
  `.execute(database.pool)
  return eventId
}
