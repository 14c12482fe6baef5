import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import type { CheckoutDeps } from './deps.ts'
import { settleUnordered } from './settle-unordered.ts'
import { alertStuck } from './stuck.ts'
import { dueTopic, unorderedTopic } from './subscribers.ts'
import { batchMax, sweepAttempts } from './sweep.ts'

/** Carries unfinished checkouts to their end, sends back what was paid for nothing, and tells of those that hang. */
export function checkoutWorkers(
  deps: CheckoutDeps,
  { wake, log }: { readonly wake: Wake; readonly log: WorkLog },
): readonly Loop[] {
  return [
    runLoop({
      name: 'checkout.sweep',
      wake,
      topics: [dueTopic],
      // A whole batch is one behind which there may be more. Whatever becomes due rings.
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
