import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Fulfilment } from './fulfilment/fulfilment.ts'

/** Gives back money that is still owed after a crash, a silent provider or an open payment. */
export function ordersWorkers(
  fulfilment: Fulfilment,
  { log }: { readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'orders.settle_credits',
      work: () => fulfilment.settleCredits(),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
  ]
}
