import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#platform/db'
import { type Loop, leaseFor, runLoop, type WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import { attachWake, type Wake } from '#platform/wake'
import { type Advance, advance } from './advance.ts'
import { type Lag, lagOf } from './lag.ts'
import { insertPlaces, subscriptionQueue } from './place.ts'
import { batchMax, numberEvents, unnumberedBacklog } from './sequencer.ts'
import { recordDue } from './set-aside/record-due.ts'
import { measureSetAside, type SetAsideReading } from './set-aside/set-aside-store.ts'
import { nobodyWatches, type SetAsideWatch } from './set-aside/watch.ts'
import type { Subscription } from './subscription.ts'
import { createTail } from './tail.ts'
import { dueTopic, numberedTopic, writtenTopic } from './topics.ts'

export type Dispatcher = {
  start(): void
  /** Resolves when what was being recorded is recorded. */
  stop(): Promise<void>
  /** For tests: numbers and records all there is, and returns how many batches that took. Failed ones stay behind. */
  drain(): Promise<number>
  /** How far each subscription is behind, and why. */
  lag(): Promise<Lag[]>
  /** What has been set aside by whom. Empty on a good day. */
  setAside(): Promise<SetAsideReading[]>
}

export type DispatcherOptions = {
  readonly database: Database
  readonly subscriptions: readonly Subscription[]
  readonly wake: Wake
  readonly now: () => Date
  readonly log: WorkLog
  /** What is published is counted by its kind, once: by whoever has numbered it. */
  readonly metrics?: Pick<Metrics, 'counter'>
  /** Told of what is set aside, and of its end. */
  readonly watch?: SetAsideWatch
}

/**
 * The first event is numbered at once, those on its heels together: a batch of one costs as much as one of fifty, and so do the
 * readers' turns that follow it. On a busy machine batches are further apart than that.
 */
const gathering = { gatherMs: 25, shareMax: 0.25 }

/** Mostly there is nothing, and what there is has waited for half a minute. */
const pauses = { idleMsMin: 1_000, idleMsMax: 5_000 }

/**
 * Numbers the log and moves the subscriptions along it. Any number of processes may run one: a row's lock decides which
 * of them is the sequencer, and a row's lease which one moves a subscription. Each subscription has a loop of its own, so that one
 * that is slow or fails holds up nobody else.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, subscriptions, wake, now, log, metrics, watch = nobodyWatches } = options
  const names = new Set(subscriptions.map(({ name }) => name))
  assert.equal(names.size, subscriptions.length, 'two subscriptions have the same name')

  const published = metrics?.counter('events_total', 'Events of the log.', ['type'])
  const tail = createTail()
  let loops: Loop[] = []
  let followers: { readonly subscription: Subscription; readonly loop: Loop }[] = []
  let detach: (() => void) | undefined
  let placed: Promise<void> | undefined
  const { token: leaseToken } = leaseFor(subscriptionQueue, now())

  /** Tried again by the next turn when it fails: PostgreSQL may be away at the start. */
  const placesInserted = () => {
    placed ??= insertPlaces(database.pool, subscriptions, now()).catch((error) => {
      placed = undefined
      throw error
    })
    return placed
  }

  const sequence = async (isCertain = false): Promise<number> => {
    const events = await numberEvents(database, isCertain)
    tail.add(events)
    for (const { type } of events) published?.add({ type })
    // Here those are woken whom an event concerns; other processes know only its type.
    for (const { subscription, loop } of followers) {
      if (events.some((event) => subscription.concerns(event))) loop.ring()
    }
    for (const type of new Set(events.map((event) => event.type))) {
      wake.ringElsewhere(numberedTopic(type))
    }
    return events.length
  }

  const move = async (subscription: Subscription, isCertain = false): Promise<Advance> => {
    await placesInserted()
    return advance({ database, now, log, tail, watch, leaseToken }, subscription, isCertain)
  }

  /** Set-aside events, one at a time. One that fails is not due any more, so there may be another. */
  const retry = () => recordDue({ database, now, log, watch, leaseToken }, subscriptions)

  const follow = (subscription: Subscription): Loop =>
    runLoop({
      name: subscription.name,
      wake,
      topics: subscription.types.map(numberedTopic),
      work: async (_signal, wasRung) => ((await move(subscription, wasRung)) === 'moved' ? 1 : 0),
      log,
    })

  const numberAll = async (_signal: AbortSignal, wasRung: boolean): Promise<number> =>
    (await sequence(wasRung)) === batchMax ? 1 : 0

  return {
    start: () => {
      assert(loops.length === 0, 'the dispatcher runs already')
      detach = attachWake(wake)
      followers = subscriptions.map((subscription) => ({
        subscription,
        loop: follow(subscription),
      }))
      const topics = [writtenTopic]
      loops = [
        runLoop({ name: 'outbox.sequencer', wake, topics, ...gathering, work: numberAll, log }),
        ...followers.map(({ loop }) => loop),
        runLoop({
          name: 'outbox.set_aside',
          wake,
          topics: [dueTopic],
          ...pauses,
          work: async () => triesIn(await retry()),
          log,
        }),
      ]
    },
    stop: async () => {
      detach?.()
      await Promise.all(loops.map((loop) => loop.stop()))
      loops = []
      followers = []
    },
    drain: async () => {
      const deadline = performance.now() + 30_000
      let batches = 0
      for (;;) {
        assert(performance.now() < deadline, 'the log was not drained in 30 s')
        const numbered = await sequence()
        const moves = await Promise.all(subscriptions.map((one) => move(one)))
        const moved = moves.filter((one) => one === 'moved' || one === 'caught_up').length
        const retried = await retry()
        const done = (numbered > 0 ? 1 : 0) + moved + triesIn(retried)
        batches += done
        if (done > 0) continue
        // Another process may be the sequencer at this moment, and then it is numbering what we look for.
        const isNumbered = (await unnumberedBacklog(database.pool, now())).depth === 0
        const isBusy = retried === 'busy' || moves.includes('busy')
        if (isNumbered && !isBusy) return batches
        await wait(10)
      }
    },
    lag: () => Promise.all(subscriptions.map((one) => lagOf(database.pool, one, now()))),
    setAside: () => measureSetAside(database.pool),
  }
}

function triesIn(retried: Awaited<ReturnType<typeof recordDue>>): number {
  return retried === 'recorded' || retried === 'failed' ? 1 : 0
}
