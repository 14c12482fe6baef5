export type PoolLimits = {
  readonly childrenMax: number
  /** The most questions of one owner at once. Below `childrenMax`, so that one owner never has all children. */
  readonly perOwnerMax: number
  readonly waitingMax: number
  readonly waitingPerOwnerMax: number
  /** The processor time of one question. */
  readonly cpuMs: number
  /** The time of one question, without the time in which a busy machine ran neither the child nor its parent. */
  readonly wallMs: number
  /** The time of one question by the clock, however busy the machine is. */
  readonly clockMs: number
  /** The time of the start of a child, counted like `wallMs`. A start after one that failed gets twice as much. */
  readonly startMs: number
  /** A child without a question ends after this. */
  readonly idleMs: number
  /** The limit of the JavaScript heap. */
  readonly heapMaxMb: number
  /** The limit of resident memory, which includes memory outside the heap. An idle child has 50 to 80 MB. */
  readonly memoryMaxMb: number
  /** A child with a longer answer is ended. */
  readonly answerBytesMax: number
}

export const defaultLimits: PoolLimits = {
  childrenMax: 2,
  perOwnerMax: 1,
  waitingMax: 1_000,
  waitingPerOwnerMax: 100,
  cpuMs: 50,
  wallMs: 5_000,
  clockMs: 60_000,
  startMs: 60_000,
  idleMs: 60_000,
  heapMaxMb: 32,
  memoryMaxMb: 192,
  answerBytesMax: 4_000_000,
}
