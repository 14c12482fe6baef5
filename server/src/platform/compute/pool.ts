import type { Metrics } from '#platform/telemetry'
import { ComputeStopped, type StopReason } from './compute-stopped.ts'
import { createFairQueue } from './fair-queue.ts'
import { beginTime, type Member, overrunOf, type PendingQuestion, reasonOfEnd } from './member.ts'
import { defaultLimits, type PoolLimits } from './pool-limits.ts'
import { type ChildEnd, startChild } from './start-child.ts'

export type ComputeContext = {
  readonly log: { warn(fields: object, message: string): void }
  readonly metrics: Metrics
}

export type PoolOptions<Answer> = {
  /** For metrics and logs. */
  readonly name: string
  /** The file that calls `answerQuestions`. */
  readonly entry: URL
  /** The options that `answerQuestions` opens its tools with. Like questions and answers, they travel as JSON. */
  readonly setup: unknown
  /** A child is not trusted: an answer of another shape ends the child. */
  readonly isAnswer: (value: unknown) => value is Answer
  readonly limits?: Partial<PoolLimits>
}

/** Child processes that run what companies make the service compute. */
export type ComputePool<Question, Answer> = {
  /** `owner` is the company: owners take turns. Rejects with `ComputeStopped`. */
  ask(owner: string, question: Question): Promise<Answer>
  close(): Promise<void>
}

/** A child of a killed parent ends itself so long after the longest question. */
const parentMs = 1_000

/** The memory and time of a busy child are read at this interval. Memory grows by some 50 MB in between. */
const watchMs = 10
/** After so many failed starts the waiting questions are refused, and the next start comes after a pause. */
const failedStartsMax = 3
const pauseMs = 500

export function openPool<Question, Answer>(
  context: ComputeContext,
  options: PoolOptions<Answer>,
): ComputePool<Question, Answer> {
  const pool = createPool(context, options as PoolOptions<unknown>)
  return {
    ask: (owner, question) =>
      new Promise<Answer>((resolve, reject) => {
        ask(pool, { owner, question, resolve: resolve as PendingQuestion['resolve'], reject })
      }),
    close: async () => {
      pool.isClosed = true
      const { members, waiting } = pool
      const ending = [...members].map(({ child }) => child.ended)
      for (const member of members) end(pool, member, 'closed', stoppingMessage)
      for (const pending of waiting.takeAll()) refuse(pool, pending, 'closed', stoppingMessage)
      clearInterval(pool.watch)
      await Promise.all(ending)
    },
  }
}

const stoppingMessage = 'The service stops.'
const notStarting = 'The child process does not start.'

type Pool = ReturnType<typeof createPool>

function createPool({ log, metrics }: ComputeContext, options: PoolOptions<unknown>) {
  const help = 'Questions to child processes, by what became of them.'
  return {
    ...options,
    log,
    limits: { ...defaultLimits, ...options.limits },
    members: new Set<Member>(),
    waiting: createFairQueue<PendingQuestion>(),
    /** How many questions of an owner are with a child. */
    running: new Map<string, number>(),
    outcomes: metrics.counter('compute_questions_total', help, ['pool', 'outcome']),
    children: metrics.gauge('compute_children', 'Child processes that run.', ['pool']),
    watch: undefined as NodeJS.Timeout | undefined,
    failedStarts: 0,
    mayStartAt: 0,
    isClosed: false,
  }
}

function ask(pool: Pool, pending: PendingQuestion): void {
  const { waiting, limits, failedStarts, mayStartAt } = pool
  const isFull = waiting.size >= limits.waitingMax
  if (pool.isClosed) refuse(pool, pending, 'closed', stoppingMessage)
  else if (isFull || waiting.sizeOf(pending.owner) >= limits.waitingPerOwnerMax) {
    refuse(pool, pending, 'busy', 'Too many wait.')
  } else if (failedStarts >= failedStartsMax && performance.now() < mayStartAt) {
    refuse(pool, pending, 'broken', notStarting)
  } else {
    waiting.add(pending.owner, pending)
    serve(pool)
  }
}

function refuse(pool: Pool, pending: PendingQuestion, why: StopReason, message: string): void {
  pool.outcomes.add({ pool: pool.name, outcome: why })
  pending.reject(new ComputeStopped(why, message))
}

/** Gives waiting questions to free children, and starts a child where none is free. */
function serve(pool: Pool): void {
  const { members, waiting, running, limits } = pool
  if (pool.isClosed) return
  const mayServe = (owner: string) => (running.get(owner) ?? 0) < limits.perOwnerMax
  let starting = 0
  for (const member of members) {
    if (!member.isReady) starting += 1
    if (!member.isReady || member.pending) continue
    const pending = waiting.take(mayServe)
    if (!pending) break
    running.set(pending.owner, (running.get(pending.owner) ?? 0) + 1)
    clearTimeout(member.idle)
    member.pending = pending
    beginTime(member, performance.now())
    member.child.send(pending.question)
  }
  const needsAnotherChild =
    members.size < limits.childrenMax && waiting.hasMoreThan(starting, mayServe)
  if (needsAnotherChild && performance.now() >= pool.mayStartAt) start(pool)
  watchMembers(pool)
}

function start(pool: Pool): void {
  try {
    const member = startMember(pool)
    pool.members.add(member)
    pool.children.set({ pool: pool.name }, pool.members.size)
  } catch (err) {
    // The machine has no memory or file handles left.
    pool.log.warn({ err, pool: pool.name }, 'A child process could not be started.')
    pauseAfterFailedStart(pool)
  }
}

function startMember(pool: Pool): Member {
  const { entry, setup, limits, failedStarts } = pool
  const now = performance.now()
  const member: Member = {
    isReady: false,
    pending: undefined,
    since: now,
    elapsedMs: 0,
    lookedAt: now,
    waitedMsBefore: undefined,
    cpuMsBefore: undefined,
    failedStarts,
    idle: undefined,
    child: startChild({
      entry,
      opening: { setup, endAfterMs: limits.clockMs + parentMs },
      heapMaxMb: limits.heapMaxMb,
      answerBytesMax: limits.answerBytesMax,
      onMessage: (message) => hear(pool, member, message),
      onEnd: (ended) => endedByItself(pool, member, ended),
    }),
  }
  return member
}

function hear(pool: Pool, member: Member, message: unknown): void {
  if (!pool.members.has(member)) return
  if (!member.isReady) {
    member.isReady = true
    pool.failedStarts = 0
    rest(pool, member)
    serve(pool)
  } else if (member.pending && pool.isAnswer(message)) {
    pool.outcomes.add({ pool: pool.name, outcome: 'answered' })
    release(pool, member)?.resolve(message)
    rest(pool, member)
    serve(pool)
  } else {
    pool.log.warn({ pool: pool.name }, 'A child process gave an answer of another shape.')
    end(pool, member, 'broken', 'The answer of the child process could not be read.')
  }
}

/** A child has ended by itself, or another process ended it. */
function endedByItself(pool: Pool, member: Member, ended: ChildEnd): void {
  if (!pool.members.has(member)) return
  const { why, message } = reasonOfEnd(ended, pool.limits)
  const { signal, lastOutput } = ended
  pool.log.warn({ pool: pool.name, signal, lastOutput }, 'A child process has ended.')
  if (signal === 'SIGKILL') askAgain(pool, member)
  end(pool, member, why, message)
}

/** The kernel or an operator may kill a child for another reason than its question. A question that is killed twice is refused. */
function askAgain(pool: Pool, member: Member): void {
  if (!member.pending || member.pending.wasKilled) return
  const pending = release(pool, member)
  if (pending) pool.waiting.add(pending.owner, { ...pending, wasKilled: true })
}

function end(pool: Pool, member: Member, why: StopReason, message: string): void {
  if (!pool.members.delete(member)) return
  clearTimeout(member.idle)
  member.child.kill()
  pool.children.set({ pool: pool.name }, pool.members.size)
  const pending = release(pool, member)
  if (pending) refuse(pool, pending, why, message)
  if (!member.isReady && !pool.isClosed) pauseAfterFailedStart(pool)
  serve(pool)
}

function pauseAfterFailedStart(pool: Pool): void {
  pool.failedStarts += 1
  pool.mayStartAt = performance.now() + pauseMs * Math.min(pool.failedStarts, 10)
  if (pool.failedStarts < failedStartsMax) {
    setTimeout(() => serve(pool), pauseMs * pool.failedStarts + 1).unref()
    return
  }
  for (const pending of pool.waiting.takeAll()) {
    refuse(pool, pending, 'broken', notStarting)
  }
}

/** Takes the question from the child, so that a later message cannot count as its answer. */
function release({ running }: Pool, member: Member): PendingQuestion | undefined {
  const { pending } = member
  if (!pending) return undefined
  const left = (running.get(pending.owner) ?? 1) - 1
  if (left > 0) running.set(pending.owner, left)
  else running.delete(pending.owner)
  member.pending = undefined
  return pending
}

function rest(pool: Pool, member: Member): void {
  member.child.rest()
  const nothing = () => end(pool, member, 'closed', 'The child process had nothing to do.')
  member.idle = setTimeout(nothing, pool.limits.idleMs).unref()
}

/** One timer for all children of a pool, while one of them starts or works. */
function watchMembers(pool: Pool): void {
  if (pool.watch || pool.members.size === 0) return
  pool.watch = setInterval(() => {
    const now = performance.now()
    const busy = [...pool.members].filter(({ isReady, pending }) => pending || !isReady)
    for (const member of busy) {
      const overrun = overrunOf(member, pool.limits, now)
      if (overrun) end(pool, member, overrun.why, overrun.message)
    }
    if (busy.length > 0) return
    clearInterval(pool.watch)
    pool.watch = undefined
  }, watchMs).unref()
}
