import { type Loop, runEvery, runLoop } from '#platform/leases'
import { advanceDue } from '../replays/advance-replay.ts'
import { createDelivering, type DeliveringDeps } from './delivering.ts'
import { deliveryTopic } from './delivery.ts'
import { keepHouse } from './housekeeping.ts'

export type WorkerDeps = DeliveringDeps

export type Worker = {
  /** Claims no more, waits a while for receivers that have not answered, and returns the other deliveries. */
  stop(): Promise<void>
}

const housekeepingMs = 10_000

/** Sends due deliveries. Any number of processes may run a worker. */
export function startWorker(deps: WorkerDeps): Worker {
  const delivering = createDelivering(deps)
  const loops: Loop[] = [
    runLoop({
      name: 'webhooks.deliver',
      wake: deps.wake,
      topics: [deliveryTopic],
      work: delivering.turn,
      log: deps.log,
    }),
    runLoop({
      name: 'webhooks.replays',
      work: () => advanceDue(deps.database, deps.now()),
      log: deps.log,
    }),
    runEvery({
      name: 'webhooks.housekeeping',
      everyMs: housekeepingMs,
      work: () => {
        const retentionDays = deps.settings.WEBHOOKS_RETENTION_DAYS
        return keepHouse({ ...deps, retentionDays }, deps.now())
      },
      log: deps.log,
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await delivering.finish()
    },
  }
}
