import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import type { CheckoutDeps } from './deps.ts'
import { batchMax, sweepAttempts } from './finishing/sweep.ts'
import { settleUnordered } from './refunding/settle-unordered.ts'
import { dueTopic, unorderedTopic } from './subscribers.ts'
import { alertStuck } from './watch/stuck.ts'

/** Advances unfinished checkouts, gives back money that bought nothing, and reports stuck checkouts. */
export function checkoutWorkers(
  deps: CheckoutDeps,
  { wake, log }: { readonly wake: Wake; readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'checkout.sweep',
      wake,
      topics: [dueTopic],
      // After a full batch there may be more. An attempt that becomes due rings.
      work: async () => ((await sweepAttempts(deps, log)) === batchMax ? batchMax : 0),
      log,
    }),
    runLoop({
      name: 'checkout.settle_unordered',
      wake,
      topics: [unorderedTopic],
      work: () => settleUnordered(deps, log),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log,
    }),
    runLoop({
      name: 'checkout.alert_stuck',
      work: () => alertStuck(deps),
      idleMsMin: 5_000,
      idleMsMax: 15_000,
      log,
    }),
  ]
}
