import { setTimeout as wait } from 'node:timers/promises'
import { crashPoint } from '#platform/faults'
import { aloneOf, createClaimer, type Lease, leaseFor } from '#platform/leases'
import { type CourierDeps, createCourier, spaced } from './courier.ts'
import { type Dispatch, deliveryQueue } from './delivery.ts'
import { createLanes } from './lanes.ts'
import { moveUp, sortLines } from './line.ts'
import { type Claimed, claimAlone, claimDeliveries, readDispatches } from './queue-store.ts'
import { createThrottle } from './throttle.ts'

export type DeliveringDeps = CourierDeps & {
  /** How long a stop waits for receivers. */
  readonly stopGraceMs?: number
}

export type Delivering = {
  /** Claims what is due and starts it. Returns how much that was. */
  turn(): Promise<number>
  /** Waits for what is under way, for as long as a stop may, and gives the rest back. */
  finish(): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

const claimMax = 100
/** Between two looks for room. */
const fullMs = 250

/** The turns of the loop start what they find and do not wait for it: the slowest receiver would be everybody's pace. */
export function createDelivering(deps: DeliveringDeps): Delivering {
  const { database, now, settings, stopGraceMs = 10_000 } = deps
  const lanes = createLanes<Dispatch>(
    settings.WEBHOOKS_CONCURRENCY,
    settings.WEBHOOKS_ENDPOINT_CONCURRENCY,
  )
  const courier = createCourier(deps, lanes)
  /** Starts it, lets it wait behind others to its endpoint, or says that there is no room. */
  const enter = (dispatch: Dispatch, isPaced = false): boolean => {
    const place = lanes.enter(dispatch.endpointId, dispatch, isPaced)
    if (place === 'start') courier.start(dispatch)
    return place !== 'full'
  }
  const throttle = createThrottle(database.pool, now, (dispatch) => {
    if (!enter(dispatch, true)) void courier.giveBack(spaced([dispatch], lanes, now()))
  })

  const claim = createClaimer(deliveryQueue)
  const dispatchesOf = async (claimed: readonly Claimed[], lease: Lease, at: Date) => {
    if (claimed.length > 0) crashPoint('webhooks.deliveries_claimed')
    return claimed.length === 0 ? [] : readDispatches(database.pool, claimed, lease, at)
  }
  const claimDue = async (at: Date, batchMax: number): Promise<Dispatch[]> => {
    const lease = leaseFor(deliveryQueue, at)
    const claimed = await database.transaction((tx) =>
      claimDeliveries(tx, claim, lease, at, batchMax),
    )
    return dispatchesOf(claimed, lease, at)
  }

  /** What was claimed is sent, or waits behind others to its endpoint, or goes back. */
  const begin = async (
    dispatches: readonly Dispatch[],
    at: Date,
    paceOf: typeof throttle.sort = throttle.sort,
  ): Promise<void> => {
    // Those of an endpoint that is no longer active or left alone are held or cancelled as they are given back.
    const inactive = dispatches.filter((dispatch) => !maySend(dispatch))
    const { first, waiting } = await sortLines(database.pool, dispatches.filter(maySend), at)
    const sorted = await paceOf(first, at)
    const full = sorted.now.filter((dispatch) => !enter(dispatch))
    const returns = inactive.map((dispatch) => ({ dispatch, availableAt: at }))
    await courier.giveBack([...returns, ...waiting, ...sorted.later, ...spaced(full, lanes, at)])
    // Whoever was ahead of them may have been finished meanwhile.
    const others = waiting.map(({ dispatch }) => dispatch)
    await moveUp(database, others, now())
  }

  const single = aloneOf(deps, deliveryQueue)
  /** One delivery over which processes have died, when nothing else is under way here. */
  const workAlone = async (): Promise<number> => {
    if (lanes.room() < settings.WEBHOOKS_CONCURRENCY || throttle.waiting() > 0) {
      await Promise.race([lanes.changed(), wait(fullMs)])
      return 1
    }
    return single.work(
      async (lease) => {
        const at = now()
        const claimed = await database.transaction((tx) => claimAlone(tx, claim, lease, at))
        const dispatches = await dispatchesOf(claimed, lease, at)
        return dispatches.map((dispatch) => ({ ...keyOf(dispatch), dispatch }))
      },
      async ({ dispatch }) => {
        // It waits for nobody's pace, because nothing else may start while it waits.
        await begin([dispatch], now(), async (first) => ({ now: [...first], later: [] }))
        const isSent = lanes.room() < settings.WEBHOOKS_CONCURRENCY
        await courier.settled()
        return isSent
      },
    )
  }

  return {
    turn: async () => {
      await courier.giveBack(spaced(lanes.relieve(), lanes, now()))
      if (await single.waits()) return workAlone()
      const room = lanes.room() - throttle.waiting()
      if (room <= 0) {
        await Promise.race([lanes.changed(), wait(fullMs)])
        return 1
      }
      const at = now()
      const dispatches = await claimDue(at, Math.min(claimMax, room))
      await begin(dispatches, at)
      return dispatches.length
    },
    finish: async () => {
      const timer = setTimeout(courier.cut, stopGraceMs)
      const waiting = [...throttle.stop(), ...lanes.drain()]
      await courier.giveBack(waiting.map((dispatch) => ({ dispatch, availableAt: now() })))
      await courier.settled()
      clearTimeout(timer)
    },
    settled: courier.settled,
  }
}

function keyOf({ companyId, id }: Dispatch) {
  return { company_id: companyId, id }
}

function maySend({ endpointState, breaker }: Dispatch): boolean {
  return endpointState === 'ACTIVE' && breaker !== 'held'
}
