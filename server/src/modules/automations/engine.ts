import { crashPoint } from '#platform/faults'
import { aloneOf } from '#platform/leases'
import type { Deps } from './deps.ts'
import { type Claimed, claimRuns } from './queue-store.ts'
import { concurrentMax, runQueue } from './run.ts'
import { runOnce } from './run-once.ts'

export type Engine = {
  /** Claims what is due and starts it. Returns how much that was. */
  turn(): Promise<number>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Breaks off what is under way. It is due again, and its attempt does not count. */
  stop(): Promise<void>
}

/** Of one process, at once. */
const placesMax = 100
const batchMax = 20

function keyOf({ run: { companyId, id } }: Claimed) {
  return { company_id: companyId, id }
}

/** Of a company while more than half of the places are taken: five whose receivers hang must not have them all. */
const scarceMax = 2

/**
 * The turns start what they find and do not wait for it: the slowest receiver would be everybody's pace. `onRoom` is
 * called where something has ended while there was more than could be begun.
 */
export function createEngine(deps: Deps, onRoom: () => void = () => undefined): Engine {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  /** Who had more due than places has had a turn in this round. The others come first. */
  const served = new Set<string>()
  let isMoreDue = false

  const start = (claimed: Claimed): void => {
    const running = runOnce(deps, claimed, stopping.signal)
      .catch((err: unknown) =>
        deps.log.warn({ err, runId: claimed.run.id }, 'A run waits for its lease to end.'),
      )
      .finally(() => {
        underWay.delete(running)
        if (isMoreDue) onRoom()
      })
    underWay.add(running)
  }

  const claim = async (max: number, perCompanyMax: number): Promise<readonly Claimed[]> => {
    const limits = { batchMax: max, perCompanyMax, without: [...served] }
    const { claimed, crowded } = await deps.database.transaction((tx) =>
      claimRuns(tx, deps.now(), limits),
    )
    for (const companyId of crowded) served.add(companyId)
    isMoreDue = crowded.length > 0
    if (claimed.length > 0) crashPoint('automations.runs_claimed')
    for (const one of claimed) start(one)
    return claimed
  }

  const single = aloneOf(deps, runQueue)
  /** One run over which processes have died, when nothing else is under way here. */
  const workAlone = async (): Promise<number> => {
    if (underWay.size > 0) {
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

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    turn: async () => {
      if (await single.waits()) return workAlone()
      const room = placesMax - underWay.size
      if (room <= 0) {
        isMoreDue = true
        return 0
      }
      const perCompanyMax = room * 2 > placesMax ? concurrentMax : scarceMax
      const max = Math.min(batchMax, room)
      const isRoundBegun = served.size > 0
      const { length } = await claim(max, perCompanyMax)
      if (length === max || !isRoundBegun) return length
      // The others have all they asked for: a new round.
      served.clear()
      return length + (await claim(max - length, perCompanyMax)).length
    },
    settled,
    stop: async () => {
      stopping.abort()
      await settled()
    },
  }
}
