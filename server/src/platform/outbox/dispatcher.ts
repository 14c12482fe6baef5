import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#platform/db'
import { type Loop, runLoop, type WorkLog } from '#platform/leases'
import { attachWake, type Wake } from '#platform/wake'
import { advance } from './advance.ts'
import { type Lag, lagOf } from './lag.ts'
import { insertPlaces } from './place.ts'
import { numberEvents, unnumberedBacklog } from './sequencer.ts'
import type { Subscription } from './subscription.ts'
import { numberedTopic, writtenTopic } from './topics.ts'

export type Dispatcher = {
  start(): void
  /** Resolves when what was being recorded is recorded. */
  stop(): Promise<void>
  /** For tests: numbers and records all there is, and returns how many batches that took. Failed ones stay behind. */
  drain(): Promise<number>
  /** How far each subscription is behind, and why. */
  lag(): Promise<Lag[]>
}

export type DispatcherOptions = {
  readonly database: Database
  readonly subscriptions: readonly Subscription[]
  readonly wake: Wake
  readonly now: () => Date
  readonly log: WorkLog
}

/**
 * Numbers the log and moves the subscriptions along it. Any number of processes may run one: a row's lock decides which
 * of them is the sequencer, and which one moves a subscription. Each subscription has a loop of its own, so that one
 * that is slow or fails holds up nobody else.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, subscriptions, wake, now, log } = options
  const names = new Set(subscriptions.map(({ name }) => name))
  assert.equal(names.size, subscriptions.length, 'two subscriptions have the same name')

  let loops: Loop[] = []
  let detach: (() => void) | undefined
  let placed: Promise<void> | undefined

  /** Tried again by the next turn when it fails: PostgreSQL may be away at the start. */
  const placesInserted = () => {
    placed ??= insertPlaces(database.pool, subscriptions, now()).catch((error) => {
      placed = undefined
      throw error
    })
    return placed
  }

  const sequence = async (): Promise<number> => {
    const types = await numberEvents(database)
    for (const type of new Set(types)) wake.ring(numberedTopic(type))
    return types.length
  }

  const move = async (subscription: Subscription): Promise<number> => {
    await placesInserted()
    return (await advance({ database, now, log }, subscription)) === 'moved' ? 1 : 0
  }

  return {
    start: () => {
      assert(loops.length === 0, 'the dispatcher runs already')
      detach = attachWake(wake)
      loops = [
        runLoop({ name: 'outbox.sequencer', wake, topics: [writtenTopic], work: sequence, log }),
        ...subscriptions.map((subscription) =>
          runLoop({
            name: subscription.name,
            wake,
            topics: subscription.types.map(numberedTopic),
            work: () => move(subscription),
            log,
          }),
        ),
      ]
    },
    stop: async () => {
      detach?.()
      await Promise.all(loops.map((loop) => loop.stop()))
      loops = []
    },
    drain: async () => {
      const deadline = performance.now() + 30_000
      let batches = 0
      for (;;) {
        assert(performance.now() < deadline, 'the log was not drained in 30 s')
        const numbered = await sequence()
        const moved = await Promise.all(subscriptions.map(move))
        const done = (numbered > 0 ? 1 : 0) + moved.reduce((sum, one) => sum + one, 0)
        batches += done
        if (done > 0) continue
        // Another process may be the sequencer at this moment, and then it is numbering what we look for.
        if ((await unnumberedBacklog(database.pool, now())).depth === 0) return batches
        await wait(10)
      }
    },
    lag: () => Promise.all(subscriptions.map((one) => lagOf(database.pool, one, now()))),
  }
}
