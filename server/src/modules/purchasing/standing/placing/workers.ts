import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import { standingOrdersTopic, type Turns, workOnDue } from './claim-due.ts'
import { type PlaceDeps, placeDue } from './place-due.ts'

/** Places the orders of the dates that have come. */
export function standingOrderWorkers(
  deps: PlaceDeps & { readonly log: WorkLog },
  wake: Wake,
): readonly Loop[] {
  const turns: Turns = new Set()
  return [
    runLoop({
      name: 'standing.place',
      wake,
      topics: [standingOrdersTopic],
      work: () => workOnDue(deps, turns, (standingOrder) => placeDue(deps, standingOrder)),
      idleMsMin: 1_000,
      idleMsMax: 5_000,
      log: deps.log,
    }),
  ]
}
