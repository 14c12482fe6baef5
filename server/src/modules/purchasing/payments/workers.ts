import { Type } from 'typebox'
import { defineJob, defineSchedule, handle } from '#platform/jobs'
import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Payments } from './service.ts'

/** Finishes refunds that a crash left, and asks the provider about payments whose event did not come. */
export function paymentsWorkers(
  payments: Payments,
  { log }: { readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'payments.redrive_refunds',
      work: () => payments.redriveRefunds(),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
    runLoop({
      name: 'payments.check_payments',
      work: () => payments.checkPayments(),
      idleMsMin: 1_000,
      idleMsMax: 10_000,
      log,
    }),
  ]
}

const ReconcileYesterday = defineJob({
  name: 'payments.reconcile_yesterday',
  payload: Type.Object({}),
  leaseSeconds: 1_800,
  attemptsMax: 5,
  poison: 'retried_slowly',
})

const PurgeProviderEvents = defineJob({
  name: 'payments.purge_provider_events',
  payload: Type.Object({}),
  leaseSeconds: 600,
  attemptsMax: 5,
  poison: 'retried_slowly',
})

/** A second comparison reports nothing twice, because incidents count repeats. A second purge finds nothing left. */
export function paymentsJobs(payments: Payments) {
  return [
    handle(ReconcileYesterday, (_payload, signal) => payments.compareDays(signal)),
    handle(PurgeProviderEvents, (_payload, signal) => payments.purgeEvents(signal)),
  ]
}

export const paymentsSchedules = [
  defineSchedule({
    name: 'payments.reconcile_daily',
    cron: '17 3 * * *',
    job: ReconcileYesterday,
    payload: {},
  }),
  defineSchedule({
    name: 'payments.purge_provider_events_daily',
    cron: '47 3 * * *',
    job: PurgeProviderEvents,
    payload: {},
  }),
]
