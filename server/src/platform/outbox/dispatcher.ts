import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Loop, runLoop } from '#platform/leases'
import { attachWake } from '#platform/wake'
import type { DispatcherOptions } from './dispatcher-options.ts'
import { type Lag, lagOf } from './lag.ts'
import { batchMax, unnumberedBacklog } from './sequencer.ts'
import type { recordDue } from './set-aside/record-due.ts'
import { measureSetAside, type SetAsideReading } from './set-aside/set-aside-store.ts'
import type { Subscription } from './subscription.ts'
import { dueTopic, numberedTopic, writtenTopic } from './topics.ts'
import { createTurns, type Follower, type Turns } from './turns.ts'

export type Dispatcher = {
  start(): void
  /** Resolves when the running turns are over. */
  stop(): Promise<void>
  /** For tests: numbers and records everything, and returns how many batches it took. Events that fail stay unrecorded. */
  drain(): Promise<number>
  /** How far each subscription is behind, and why. */
  lag(): Promise<Lag[]>
  /** How many events each subscription has set aside. Normally empty. */
  setAside(): Promise<SetAsideReading[]>
}

/**
 * The first event is numbered at once. Events that follow closely are numbered together: a batch of one event costs as much as a
 * batch of fifty, and so do the turns of its readers. On a busy machine the batches are further apart.
 */
const gatherLimits = { gatherMs: 25, shareMax: 0.25 }

/**
 * The pause between looks for set-aside events. Mostly no event is due, and an event that is due has already waited for half a
 * minute.
 */
const pauses = { idleMsMin: 1_000, idleMsMax: 5_000 }

/**
 * Numbers the log and moves the subscriptions along it. Any number of processes may run one: the lock of a row decides which
 * process numbers, and the lease of a row which process moves a subscription. Each subscription has a loop of its own, so a slow
 * or failing one delays no other.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, subscriptions, wake, now } = options
  const names = new Set(subscriptions.map(({ name }) => name))
  assert.equal(names.size, subscriptions.length, 'two subscriptions have the same name')

  let followers: readonly Follower[] = []
  let loops: readonly Loop[] = []
  let detach: (() => void) | undefined
  const turns = createTurns(options, () => followers)

  return {
    start: () => {
      assert(loops.length === 0, 'the dispatcher runs already')
      detach = attachWake(wake)
      followers = subscriptions.map((subscription) => ({
        subscription,
        loop: runFollower(options, turns, subscription),
      }))
      loops = [
        runSequencer(options, turns),
        ...followers.map(({ loop }) => loop),
        runRetrier(options, turns),
      ]
    },
    stop: async () => {
      detach?.()
      await Promise.all(loops.map((loop) => loop.stop()))
      loops = []
      followers = []
    },
    drain: () => drain(options, turns),
    lag: () => Promise.all(subscriptions.map((one) => lagOf(database.pool, one, now()))),
    setAside: () => measureSetAside(database.pool),
  }
}

function runSequencer({ wake, log }: DispatcherOptions, turns: Turns): Loop {
  return runLoop({
    name: 'outbox.sequencer',
    wake,
    topics: [writtenTopic],
    ...gatherLimits,
    work: async (_signal, wasRung) => ((await turns.number(wasRung)) === batchMax ? 1 : 0),
    log,
  })
}

function runFollower(
  { wake, log }: DispatcherOptions,
  turns: Turns,
  subscription: Subscription,
): Loop {
  return runLoop({
    name: subscription.name,
    wake,
    topics: subscription.types.map(numberedTopic),
    work: async (_signal, wasRung) => {
      const moved = await turns.move(subscription, wasRung)
      return moved === 'moved' ? 1 : 0
    },
    log,
  })
}

function runRetrier({ wake, log }: DispatcherOptions, turns: Turns): Loop {
  return runLoop({
    name: 'outbox.set_aside',
    wake,
    topics: [dueTopic],
    ...pauses,
    work: async () => workCountOf(await turns.retry()),
    log,
  })
}

async function drain(
  { database, subscriptions, now }: DispatcherOptions,
  turns: Turns,
): Promise<number> {
  const deadline = performance.now() + 30_000
  let batches = 0
  for (;;) {
    assert(performance.now() < deadline, 'the log was not drained in 30 s')
    const numbered = await turns.number()
    const moves = await Promise.all(subscriptions.map((one) => turns.move(one)))
    const moved = moves.filter((one) => one === 'moved' || one === 'caught_up').length
    const retried = await turns.retry()
    const done = (numbered > 0 ? 1 : 0) + moved + workCountOf(retried)
    batches += done
    if (done > 0) continue
    // Another process may be the sequencer at this moment, and may be numbering the event that we look for.
    const isNumbered = (await unnumberedBacklog(database.pool, now())).depth === 0
    const isBusy = retried === 'busy' || moves.includes('busy')
    if (isNumbered && !isBusy) return batches
    await wait(10)
  }
}

function workCountOf(retried: Awaited<ReturnType<typeof recordDue>>): number {
  return retried === 'recorded' || retried === 'failed' ? 1 : 0
}
