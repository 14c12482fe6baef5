import { setTimeout as pause } from 'node:timers/promises'
import { type Outbound, OutboundFailed } from '#platform/net'
import {
  type OutputFormat,
  outputFormats,
  type Preset,
  type ProcessorKeys,
  processorPath,
} from '#platform/pictures'
import type { ImageMetrics } from './metrics.ts'
import type { ProcessorProblem } from './processor-problem.ts'

export class ProcessorFailed extends Error {
  override readonly name = 'ProcessorFailed'
  readonly problem: ProcessorProblem

  constructor(problem: ProcessorProblem, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.problem = problem
  }
}

export type Processor = {
  /** The picture in the size and format of an answer. Throws `ProcessorFailed`. */
  transform(sourceUrl: string, preset: Preset, format: OutputFormat): Promise<Buffer>
}

export type ProcessorDeps = {
  readonly outbound: Outbound
  /** Undefined where no processor is configured. */
  readonly baseUrl: string | undefined
  readonly keys: ProcessorKeys | undefined
  readonly timeoutMs: number
  readonly metrics: ImageMetrics
}

/** Our largest result has 800 × 800 pixels. */
const resultBytesMax = 8_000_000

/** Calls the image processor by imgproxy's signed paths. */
export function createProcessor(deps: ProcessorDeps): Processor {
  const { outbound, baseUrl, keys, timeoutMs, metrics } = deps
  return {
    transform: async (sourceUrl, preset, format) => {
      if (baseUrl === undefined || keys === undefined) {
        throw new ProcessorFailed('unavailable', 'No image processor is configured.')
      }
      const path = processorPath(keys, { sourceUrl, preset, format })
      const began = performance.now()
      try {
        const url = `${baseUrl.replace(/\/$/, '')}${path}`
        const { status, body } = await getDespiteDeath(outbound, url, timeoutMs)
        if (status !== 200) throw failureOf(status)
        if (!isOfFormat(body, format)) {
          throw new ProcessorFailed('unavailable', `The processor sent no ${format}.`)
        }
        metrics.processed(performance.now() - began)
        return body
      } catch (error) {
        const failure = error instanceof ProcessorFailed ? error : asFailure(error)
        metrics.failed(failure.problem)
        throw failure
      }
    },
  }
}

/** How often to look whether a processor that has died runs again. */
const lookEveryMs = 250

/**
 * A processor that dies in the middle of a picture is started again, and is asked for the picture once more: another picture, or
 * the kernel, may have been the cause. All of it takes no longer than `timeoutMs`.
 */
async function getDespiteDeath(
  outbound: Outbound,
  url: string,
  timeoutMs: number,
): ReturnType<Outbound['request']> {
  const until = performance.now() + timeoutMs
  for (let breaks = 0; ; ) {
    try {
      return await outbound.request({
        url,
        method: 'GET',
        timeoutMs: Math.max(1, Math.ceil(until - performance.now())),
        maxBodyBytes: resultBytesMax,
        audience: 'operator',
      })
    } catch (error) {
      const reason = error instanceof OutboundFailed ? error.reason : undefined
      if (reason === 'network') breaks += 1
      const isStarting = breaks === 1 && (reason === 'network' || reason === 'refused')
      if (!isStarting || performance.now() + lookEveryMs >= until) throw error
      await pause(lookEveryMs)
    }
  }
}

function failureOf(status: number): ProcessorFailed {
  return new ProcessorFailed(
    problemByStatus.get(status) ?? 'unavailable',
    `The image processor answered ${status}.`,
  )
}

const problemByStatus: ReadonlyMap<number, ProcessorProblem> = new Map([
  [422, 'refused'],
  [502, 'source_unavailable'],
  [503, 'busy'],
])

function asFailure(error: unknown): ProcessorFailed {
  const reason = error instanceof OutboundFailed ? error.reason : 'unknown'
  const message = `The image processor did not answer: ${reason}.`
  return new ProcessorFailed('unavailable', message, { cause: error })
}

/** A processor that answers anything else must not get it to a browser under our name. */
function isOfFormat(body: Buffer, format: OutputFormat): boolean {
  const head = body.toString('latin1', 0, 16)
  switch (format) {
    case 'jpeg':
      return head.startsWith('\xff\xd8\xff')
    case 'webp':
      return /^RIFF.{4}WEBP/s.test(head)
    case 'avif':
      return /^.{4}ftypavi[fs]/s.test(head)
  }
}

/** The media type of a result, for the store. */
export const mediaTypeOf = (format: OutputFormat): string => outputFormats[format]
