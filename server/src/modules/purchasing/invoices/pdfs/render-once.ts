import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, type Clock, minutesMs } from '#kernel/time'
import { leaseFor, type Queue } from '#platform/leases'
import type { RenderingStore } from './rendering-store.ts'

export type Rendered = { readonly sha256: string; readonly content: Buffer }

/** One rendering: where it is stored, how it is made, and the failures that its reader gets. */
export type RenderJob = {
  /** Unique in the process. */
  readonly name: string
  readonly queue: Queue
  readonly store: RenderingStore
  render(): Promise<Buffer>
  failed(retryAt: Date): Error
  notReady(): Error
  count(outcome: 'rendered' | 'failed'): void
}

/** Renders a document once, however many processes and requests want it at the same time. */
export type RenderOnce = (job: RenderJob) => Promise<Rendered>

const bytesMax = 10 * 1_024 * 1_024
/** One at a time in a process: a rendering uses a whole processor, which other requests need too. */
const renderingsMax = 1
const waitingMax = 20
const pollMs = 100
/** How long a request waits for a rendering. The rendering continues after that. */
const waitMs = 20_000

export function createRenderOnce(now: Clock): RenderOnce {
  const slots = createSlots(renderingsMax, waitingMax)
  const underWay = new Map<string, Promise<Rendered>>()
  return async (job) => {
    let rendered = underWay.get(job.name)
    if (!rendered) {
      if (slots.areFull()) throw job.notReady()
      rendered = renderOrWait(job, now, slots).finally(() => underWay.delete(job.name))
      underWay.set(job.name, rendered)
      // Each caller gets the failure. If all of them have left, this handler takes it.
      rendered.catch(() => undefined)
    }
    return withinTime(rendered, job)
  }
}

/** Renders, or waits for the process that does. */
async function renderOrWait(job: RenderJob, now: Clock, slots: Slots): Promise<Rendered> {
  for (;;) {
    await slots.run(() => renderIfDue(job, now))
    const { content, sha256, isLeased, retryAt: due } = await job.store.read()
    if (content && sha256 !== undefined) return { sha256, content }
    if (due && !isLeased && due > now()) throw job.failed(due)
    await sleep(pollMs, undefined, { ref: false })
  }
}

async function renderIfDue(job: RenderJob, now: Clock): Promise<void> {
  const { queue, store, render, count } = job
  const at = now()
  const { token, until } = leaseFor(queue, at)
  const attempts = await store.claim({ token, until }, at)
  if (attempts === undefined) return
  try {
    const content = await render()
    if (content.length > bytesMax) throw new Error(`The PDF has ${content.length} bytes.`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    await store.saveRendered(token, { content, sha256, now: now() })
    count('rendered')
  } catch (error) {
    const failedAt = now()
    const failure = { error: (error as Error).message, retryAt: retryAt(attempts, failedAt) }
    await store.saveFailure(token, { ...failure, now: failedAt })
    count('failed')
  }
}

/** A minute after the first failure, doubled each time, at most a day. */
function retryAt(attempts: number, at: Date): Date {
  return after(at, Math.min(minutesMs(2 ** (attempts - 1)), minutesMs(1_440)))
}

async function withinTime<Result>(
  result: Promise<Result>,
  { notReady }: RenderJob,
): Promise<Result> {
  const stop = new AbortController()
  const late = sleep(waitMs, undefined, { signal: stop.signal }).then(() => {
    throw notReady()
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([result, late])
  } finally {
    stop.abort()
  }
}

type Slots = ReturnType<typeof createSlots>

function createSlots(slotsMax: number, queueMax: number) {
  let running = 0
  const queue: (() => void)[] = []
  return {
    areFull: () => queue.length >= queueMax,
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (running < slotsMax) running += 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
