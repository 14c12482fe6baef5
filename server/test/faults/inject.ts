import { setTimeout as wait } from 'node:timers/promises'
import type { FaultProxy } from './fault-proxy.ts'
import {
  crashPoints,
  type FaultKind,
  manners,
  type NetworkFault,
  networkFaults,
  type PlannedFault,
} from './plan.ts'
import type { Stage } from './stage.ts'

/** The process is started anew for it, which takes long on a busy machine. */
const crashPatienceMs = 45_000

const meetingPatienceMs = 8_000

/** Does it, undoes it, and says how often it met anybody: a fault that nobody noticed proves nothing. */
export type Injector = (fault: PlannedFault) => Promise<number>

/** One fault at a time for each thing that it is done to. */
export function createInjector(stage: Stage): Injector {
  const busy = new Map<string, Promise<unknown>>()
  return (fault) => {
    const what = targetOf(fault.kind)
    const doing = (busy.get(what) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => inject(stage, fault))
    busy.set(what, doing)
    return doing
  }
}

/** What is killed is also what a network leads to. */
function targetOf(kind: FaultKind): string {
  const [first = ''] = kind.split('.')
  return first === 'crash' ? 'worker' : first
}

async function inject(stage: Stage, fault: PlannedFault): Promise<number> {
  const { kind, forMs, choice } = fault
  const [target, what = ''] = split(kind)
  const receiver = pick(stage.receivers, choice)
  if (target === 'crash') {
    const point = crashPoints.find((name) => name === what)
    const hit = 1 + Math.floor(choice * 2)
    const worker = pick(stage.workers, choice)
    return point && (await worker.crashAt(point, hit, crashPatienceMs)) ? 1 : 0
  }
  const network = networkFaults.find((name) => name === what)
  if (network) {
    if (target !== 'receiver') {
      const { proxy } = target === 'redis' ? stage.redis : stage.postgres
      return overNetwork(proxy, network, forMs)
    }
    receiver.networkIs(network !== 'slow')
    const met = await overNetwork(receiver.proxy, network, forMs)
    receiver.networkIs(false)
    return met
  }
  const manner = manners.find((name) => name === what)
  if (manner) {
    const before = receiver.treated(manner)
    receiver.behave(manner)
    await untilMet(() => receiver.treated(manner) > before, forMs)
    receiver.behave(undefined)
    // Its subscription is over, until somebody of its company says otherwise.
    if (manner === 'answers_410') await stage.enable()
    return receiver.treated(manner) - before
  }
  return byForce(stage, fault)
}

async function byForce(stage: Stage, { kind, forMs, choice }: PlannedFault): Promise<number> {
  const worker = pick(stage.workers, choice)
  switch (kind) {
    case 'postgres.killed':
      await stage.postgres.stopHard('SIGKILL', forMs)
      return 1
    case 'postgres.immediate':
      await stage.postgres.stopHard('SIGQUIT', forMs)
      return 1
    case 'redis.killed':
      await stage.redis.killFor(forMs)
      return 1
    case 'redis.flushed':
      await stage.redis.flush()
      return 1
    case 'worker.killed':
      worker.kill()
      return 1
    case 'api.killed':
      stage.api.kill()
      return 1
    case 'worker.paused': {
      const { child } = worker.now()
      child.kill('SIGSTOP')
      await wait(forMs)
      child.kill('SIGCONT')
      return 1
    }
    default:
      throw new Error(`nobody knows how to do ${kind}`)
  }
}

async function overNetwork(proxy: FaultProxy, fault: NetworkFault, forMs: number): Promise<number> {
  const before = proxy.hits(fault)
  proxy.begin(fault)
  await untilMet(() => proxy.hits(fault) > before, forMs)
  proxy.heal()
  return proxy.hits(fault) - before
}

/** For its time, and a while longer where nobody has come by. */
async function untilMet(isMet: () => boolean, forMs: number): Promise<void> {
  await wait(forMs)
  const until = performance.now() + meetingPatienceMs
  while (!isMet() && performance.now() < until) await wait(20)
}

function split(kind: FaultKind): [string, string] {
  const dot = kind.indexOf('.')
  return [kind.slice(0, dot), kind.slice(dot + 1)]
}

function pick<Item>(items: readonly Item[], choice: number): Item {
  const item = items[Math.floor(choice * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
