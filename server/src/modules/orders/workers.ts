import { requestsTopic } from '#modules/approvals'
import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import type { Fulfilment } from './fulfilment.ts'

/** Places what everybody has agreed to. Gives back the money that a crash, a silent provider or an open payment left owed. */
export function ordersWorkers(
  fulfilment: Fulfilment,
  { wake, log }: { readonly wake: Wake; readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'orders.carry_approvals',
      wake,
      topics: [requestsTopic],
      work: () => fulfilment.carryApprovals(),
      log,
    }),
    runLoop({
      name: 'orders.settle_credits',
      work: () => fulfilment.settleCredits(),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
  ]
}
