import type { ComputeStopped } from './compute-stopped.ts'
import type { PoolLimits } from './pool-limits.ts'
import type { Child, ChildEnd } from './start-child.ts'

/** A question that waits for its answer. */
export type PendingQuestion = {
  readonly owner: string
  readonly question: unknown
  resolve(answer: unknown): void
  reject(error: ComputeStopped): void
  /** Another process killed the child that had it. */
  readonly wasKilled?: boolean
}

/** A child of a pool, and what it is doing. */
export type Member = {
  readonly child: Child
  isReady: boolean
  pending: PendingQuestion | undefined
  /** When the child was started, or got its question. */
  since: number
  /** The time since then in which it could work. */
  elapsedMs: number
  lookedAt: number
  /** Its usage at the last look, and its processor time at the first look with this question. */
  waitedMsBefore: number | undefined
  cpuMsBefore: number | undefined
  /** How many starts before its own have failed. */
  readonly failedStarts: number
  /** Ends the child when no question comes. */
  idle: NodeJS.Timeout | undefined
}

export type Overrun = { readonly why: 'timeout' | 'memory' | 'broken'; readonly message: string }

/** Without processor times the wall clock decides, with a longer limit: a child also waits for the processor. */
const wallPerCpuMs = 20

/** A parent that looks later than this was held up itself. An answer may then wait in the pipe, so the delay does not count. */
const lookMsMax = 50

/** Starts the time of a start or of a question. */
export function beginTime(member: Member, now: number): void {
  member.since = now
  member.lookedAt = now
  member.elapsedMs = 0
  member.cpuMsBefore = undefined
  member.waitedMsBefore = undefined
}

function countTime(member: Member, waitedMs: number | undefined, now: number): void {
  const ownMs = Math.min(now - member.lookedAt, lookMsMax)
  const waitedSinceMs = (waitedMs ?? 0) - (member.waitedMsBefore ?? waitedMs ?? 0)
  member.elapsedMs += Math.max(0, ownMs - waitedSinceMs)
  member.waitedMsBefore = waitedMs
  member.lookedAt = now
}

const startDoublingsMax = 3
/** By the clock a start may take so many times its limit. */
const startClockFactor = 5

function hasNotStarted({ elapsedMs, since, failedStarts }: Member, startMs: number, now: number) {
  const limitMs = startMs * 2 ** Math.min(failedStarts, startDoublingsMax)
  return elapsedMs > limitMs || now - since > limitMs * startClockFactor
}

/** Undefined while a child stays within its limits. */
export function overrunOf(member: Member, limits: PoolLimits, now: number): Overrun | undefined {
  const { cpuMs, waitedMs, residentBytes } = member.child.usage()
  if (residentBytes !== undefined && residentBytes > limits.memoryMaxMb * 1_048_576) {
    return {
      why: 'memory',
      message: `The computation needed more than ${limits.memoryMaxMb} MB of memory.`,
    }
  }
  countTime(member, waitedMs, now)
  if (!member.isReady) {
    return hasNotStarted(member, limits.startMs, now)
      ? { why: 'broken', message: 'It did not start.' }
      : undefined
  }
  if (cpuMs !== undefined) member.cpuMsBefore ??= cpuMs
  const isOver = cpuMs !== undefined && cpuMs - (member.cpuMsBefore ?? cpuMs) > limits.cpuMs
  const wallMs =
    cpuMs === undefined ? Math.min(limits.wallMs, limits.cpuMs * wallPerCpuMs) : limits.wallMs
  const isLate = member.elapsedMs > wallMs || now - member.since > limits.clockMs
  if (!isOver && !isLate) return undefined
  return { why: 'timeout', message: `The computation took more than ${limits.cpuMs} ms.` }
}

/** V8 aborts when its heap is full. The kernel kills a process when the machine has no memory left. */
export function reasonOfEnd({ signal }: ChildEnd, limits: PoolLimits): Overrun {
  if (signal === 'SIGABRT' || signal === 'SIGKILL') {
    return {
      why: 'memory',
      message: `The computation needed more than ${limits.heapMaxMb} MB of memory.`,
    }
  }
  return { why: 'broken', message: 'The child process has ended.' }
}
