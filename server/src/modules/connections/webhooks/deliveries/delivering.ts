import { setTimeout as wait } from 'node:timers/promises'
import { type Alone, aloneOf } from '#platform/leases'
import { createDispatchClaims, type DispatchClaims } from './claim-dispatches.ts'
import { type Courier, type CourierDeps, createCourier, spaceRetries } from './courier.ts'
import { type Dispatch, deliveryQueue } from './delivery.ts'
import { createLanes, type Lanes } from './lanes.ts'
import { moveUp, sortLines } from './line.ts'
import { createThrottle, type Throttle } from './throttle.ts'

export type DeliveringDeps = CourierDeps & {
  /** How long a shutdown waits for receivers. */
  readonly stopGraceMs?: number
}

export type Delivering = {
  /** Claims the deliveries that are due and starts them. Returns how many it claimed. */
  turn(): Promise<number>
  /** Waits for running attempts, for as long as a shutdown may take, and returns the other deliveries. */
  finish(): Promise<void>
  /** Resolves when no attempt is running. */
  settled(): Promise<void>
}

const claimMax = 100
/** How long to wait before the next check for room. */
const fullMs = 250

/**
 * A turn claims as many deliveries as there is room for (`claims`), and starts each (`courier`) when its lane and its
 * pace allow.
 */
type Parts = {
  readonly deps: DeliveringDeps
  readonly claims: DispatchClaims
  readonly lanes: Lanes<Dispatch>
  readonly courier: Courier
  readonly throttle: Throttle
  readonly single: Alone
}

/** Turns start what they claim and do not wait for it. Otherwise the slowest receiver would set the pace of all. */
export function createDelivering(deps: DeliveringDeps): Delivering {
  const { database, now, settings, stopGraceMs = 10_000 } = deps
  const lanes = createLanes<Dispatch>(
    settings.WEBHOOKS_CONCURRENCY,
    settings.WEBHOOKS_ENDPOINT_CONCURRENCY,
  )
  const courier = createCourier(deps, lanes)
  const throttle = createThrottle(database.pool, now, (dispatch) => {
    const isIn = enter({ lanes, courier }, dispatch, true)
    if (!isIn) void courier.giveBack(spaceRetries([dispatch], lanes, now()))
  })
  const claims = createDispatchClaims(database)
  const single = aloneOf(deps, deliveryQueue)
  const parts: Parts = { deps, claims, lanes, courier, throttle, single }

  return {
    turn: async () => {
      await courier.giveBack(spaceRetries(lanes.relieve(), lanes, now()))
      if (await single.waits()) return workAlone(parts)
      const room = lanes.room() - throttle.waiting()
      if (room <= 0) return waitForRoom(lanes)
      const at = now()
      const dispatches = await claims.due(at, Math.min(claimMax, room))
      await begin(parts, dispatches, at, throttle.sort)
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

/** Starts a dispatch, or queues it behind others to its endpoint. Returns false if there is no room. */
function enter(
  { lanes, courier }: Pick<Parts, 'lanes' | 'courier'>,
  dispatch: Dispatch,
  isPaced: boolean,
): boolean {
  const place = lanes.enter(dispatch.endpointId, dispatch, isPaced)
  if (place === 'start') courier.start(dispatch)
  return place !== 'full'
}

/** Sends each claimed delivery, queues it behind others to its endpoint, or returns it. */
async function begin(
  parts: Parts,
  dispatches: readonly Dispatch[],
  at: Date,
  paceOf: Throttle['sort'],
): Promise<void> {
  const { lanes, courier } = parts
  const { database, now } = parts.deps
  // The endpoint is no longer active, or its breaker is open: `giveBack` holds or cancels the deliveries.
  const inactive = dispatches.filter((dispatch) => !maySend(dispatch))
  const { first, waiting } = await sortLines(database.pool, dispatches.filter(maySend), at)
  const sorted = await paceOf(first, at)
  const full = sorted.now.filter((dispatch) => !enter(parts, dispatch, false))
  const returns = inactive.map((dispatch) => ({ dispatch, availableAt: at }))
  await courier.giveBack([
    ...returns,
    ...waiting,
    ...sorted.later,
    ...spaceRetries(full, lanes, at),
  ])
  // The deliveries ahead of these may have finished meanwhile.
  const others = waiting.map(({ dispatch }) => dispatch)
  await moveUp(database, others, now())
}

/** Works on one delivery during whose attempts processes have died, while this process does nothing else. */
async function workAlone(parts: Parts): Promise<number> {
  const { claims, lanes, courier, throttle, single } = parts
  const { now, settings } = parts.deps
  const isIdle = () => lanes.room() >= settings.WEBHOOKS_CONCURRENCY
  if (!isIdle() || throttle.waiting() > 0) return waitForRoom(lanes)
  return single.work(
    async (lease) => {
      const dispatches = await claims.alone(lease, now())
      return dispatches.map((dispatch) => ({ ...keyOf(dispatch), dispatch }))
    },
    async ({ dispatch }) => {
      // This delivery does not wait for the pace of its endpoint: nothing else may start while it waits.
      await begin(parts, [dispatch], now(), async (first) => ({ now: [...first], later: [] }))
      const isSent = !isIdle()
      await courier.settled()
      return isSent
    },
  )
}

/** Waits until there is room. Returns a count that makes the worker take another turn. */
async function waitForRoom(lanes: Lanes<Dispatch>): Promise<number> {
  await Promise.race([lanes.changed(), wait(fullMs)])
  return 1
}

function keyOf({ companyId, id }: Dispatch) {
  return { company_id: companyId, id }
}

function maySend({ endpointState, breaker }: Dispatch): boolean {
  return endpointState === 'ACTIVE' && breaker !== 'held'
}
