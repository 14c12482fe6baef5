import { crashPoint } from '#platform/faults'
import { aloneOf } from '#platform/leases'
import type { Deps } from '../deps.ts'
import { type Claimed, claimRuns } from './queue-store.ts'
import { concurrentMax, runQueue } from './run.ts'
import { runOnce } from './run-once.ts'

export type Engine = {
  /** Claims the runs that are due and starts them. Returns how many it claimed. */
  turn(): Promise<number>
  /** Resolves when nothing is running. */
  settled(): Promise<void>
  /** Aborts running runs. They are due again, and this attempt does not count. */
  stop(): Promise<void>
}

/** How many runs one process works on at the same time. */
const placesMax = 100
const batchMax = 20

/**
 * The limit per company while more than half of the places are taken: five hanging receivers must not take all
 * places.
 */
const scarceMax = 2

/**
 * Turns start what they claim and do not wait for it. Otherwise the slowest receiver would set the pace of all.
 * `onRoom` is called when a run ends while more runs are due than could start.
 */
export function createEngine(deps: Deps, onRoom: () => void = () => undefined): Engine {
  const stopping = new AbortController()
  /** Companies with more due runs than places that had a turn in this round. The other companies come first. */
  const served = new Set<string>()
  let isMoreDue = false
  const runs = createRuns(deps, stopping.signal, () => {
    if (isMoreDue) onRoom()
  })

  const claim = async (max: number, perCompanyMax: number): Promise<readonly Claimed[]> => {
    const limits = { batchMax: max, perCompanyMax, without: [...served] }
    const { claimed, crowded } = await deps.database.transaction((tx) =>
      claimRuns(tx, deps.now(), limits),
    )
    for (const companyId of crowded) served.add(companyId)
    isMoreDue = crowded.length > 0
    if (claimed.length > 0) crashPoint('automations.runs_claimed')
    for (const one of claimed) runs.start(one)
    return claimed
  }

  const single = aloneOf(deps, runQueue)
  /** Works on one run during which processes have died, while this process does nothing else. */
  const workAlone = async (): Promise<number> => {
    if (runs.count() > 0) {
      isMoreDue = true
      return 0
    }
    const take = () =>
      deps.database.transaction((tx) => claimRuns(tx, deps.now(), { batchMax: 1, isAlone: true }))
    return single.work(
      async () => (await take()).claimed.map((one) => ({ ...keyOf(one), one })),
      ({ one }) => runOnce(deps, one, stopping.signal),
    )
  }

  return {
    turn: async () => {
      if (await single.waits()) return workAlone()
      const room = placesMax - runs.count()
      if (room <= 0) {
        isMoreDue = true
        return 0
      }
      const perCompanyMax = room * 2 > placesMax ? concurrentMax : scarceMax
      const max = Math.min(batchMax, room)
      const isRoundBegun = served.size > 0
      const { length } = await claim(max, perCompanyMax)
      if (length === max || !isRoundBegun) return length
      // The other companies have no due runs left: a new round begins.
      served.clear()
      return length + (await claim(max - length, perCompanyMax)).length
    },
    settled: runs.settled,
    stop: async () => {
      stopping.abort()
      await runs.settled()
    },
  }
}

/** The runs of this process. */
function createRuns(deps: Deps, signal: AbortSignal, onEnded: () => void) {
  const underWay = new Set<Promise<void>>()
  return {
    count: () => underWay.size,
    start: (claimed: Claimed): void => {
      const running = runOnce(deps, claimed, signal)
        .catch((err: unknown) =>
          deps.log.warn({ err, runId: claimed.run.id }, 'A run waits for its lease to end.'),
        )
        .finally(() => {
          underWay.delete(running)
          onEnded()
        })
      underWay.add(running)
    },
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

function keyOf({ run: { companyId, id } }: Claimed) {
  return { company_id: companyId, id }
}
