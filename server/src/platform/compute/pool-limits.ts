export type PoolLimits = {
  readonly childrenMax: number
  /** Of one owner at once. Below `childrenMax`, so that one owner never has all children. */
  readonly perOwnerMax: number
  readonly waitingMax: number
  readonly waitingPerOwnerMax: number
  /** Processor time of one question. */
  readonly cpuMs: number
  /** By the clock: a child may wait for a busy machine so long. */
  readonly wallMs: number
  readonly startMs: number
  /** A child without a question ends after this. */
  readonly idleMs: number
  /** Of the JavaScript heap. */
  readonly heapMaxMb: number
  /** Resident, with what was allocated outside of the heap. A child that does nothing has 50 to 80 MB. */
  readonly memoryMaxMb: number
}

export const defaultLimits: PoolLimits = {
  childrenMax: 2,
  perOwnerMax: 1,
  waitingMax: 1_000,
  waitingPerOwnerMax: 100,
  cpuMs: 50,
  wallMs: 5_000,
  startMs: 30_000,
  idleMs: 60_000,
  heapMaxMb: 32,
  memoryMaxMb: 192,
}
