import type { ComputeStopped } from './compute-stopped.ts'
import type { PoolLimits } from './pool-limits.ts'
import type { Child, ChildEnd } from './start-child.ts'

/** A question that waits for its answer. */
export type PendingQuestion = {
  readonly owner: string
  readonly question: unknown
  resolve(answer: unknown): void
  reject(error: ComputeStopped): void
}

/** A child of a pool, and what it is doing. */
export type Member = {
  readonly child: Child
  isReady: boolean
  pending: PendingQuestion | undefined
  /** When the child was started, or got its question. */
  since: number
  /** Its processor time at the first measurement with this question. */
  cpuMsBefore: number | undefined
  /** Ends the child when no question comes. */
  idle: NodeJS.Timeout | undefined
}

export type Overrun = { readonly why: 'timeout' | 'memory' | 'broken'; readonly message: string }

/** Without processor times the wall clock decides, with a longer limit: a child also waits for the processor. */
const wallPerCpuMs = 20

/** Undefined while a child stays within its limits. */
export function overrunOf(member: Member, limits: PoolLimits, now: number): Overrun | undefined {
  const { cpuMs, residentBytes } = member.child.usage()
  if (residentBytes !== undefined && residentBytes > limits.memoryMaxMb * 1_048_576) {
    return {
      why: 'memory',
      message: `The computation needed more than ${limits.memoryMaxMb} MB of memory.`,
    }
  }
  const elapsedMs = now - member.since
  if (!member.isReady) {
    return elapsedMs > limits.startMs ? { why: 'broken', message: 'It did not start.' } : undefined
  }
  if (cpuMs !== undefined) member.cpuMsBefore ??= cpuMs
  const isOver = cpuMs !== undefined && cpuMs - (member.cpuMsBefore ?? cpuMs) > limits.cpuMs
  const wallMs =
    cpuMs === undefined ? Math.min(limits.wallMs, limits.cpuMs * wallPerCpuMs) : limits.wallMs
  if (!isOver && elapsedMs <= wallMs) return undefined
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
