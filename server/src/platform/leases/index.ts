export { type Alone, aloneOf, whileAlone, workOn } from './alone.ts'
export { depth, oldestAge } from './backlog.ts'
export { claim, leaseFor } from './claim.ts'
export { type Claimer, createClaimer } from './claimer.ts'
export { deathsUntilAlone, holderDied, isFree, processDied, unleasedUnlessDied } from './deaths.ts'
export { finish, type Outcome, release, renew } from './finish.ts'
export { type Hold, LeaseLost, whileHolding } from './hold.ts'
export { holderOf, isGone, ownHolder } from './holder.ts'
export type { PoisonQueue } from './poison-queue.ts'
export { noLease } from './poison-queue.ts'
export {
  countPoison,
  discardPoison,
  findPoison,
  listPoison,
  type PoisonCount,
  type PoisonRecord,
  type PoisonState,
  retryPoison,
} from './poison-store.ts'
export { keepProcess, noteGone, noteProcesses, noteStopping } from './processes.ts'
export type { Lease, Queue, RowKey } from './queue.ts'
export { runEvery } from './run-every.ts'
export { type Loop, type LoopOptions, runLoop, type WorkLog } from './run-loop.ts'
export { runPlaces } from './run-places.ts'
export { type Swept, sweep } from './sweep.ts'
export { runSweeper, type Sweeping, sweepOnce } from './sweeper.ts'
