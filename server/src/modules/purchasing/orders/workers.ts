import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Fulfilment } from './fulfilment/fulfilment.ts'

export function ordersWorkers(
  fulfilment: Fulfilment,
  { log }: { readonly log: WorkLog },
): readonly Loop[] {
  return [
    // Gives back money that is still owed after a crash, a silent provider or an open payment.
    runLoop({
      name: 'orders.settle_credits',
      work: () => fulfilment.settleCredits(),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
    runLoop({
      name: 'orders.serve_backorders',
      work: () => fulfilment.serveBackorders(),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
  ]
}
