import { fileURLToPath } from 'node:url'
import type { ProcessorKeys } from '#platform/pictures'
import { type KeptChild, keepChild } from '#platform/processes'
import { type ChildOptions, keysAsText } from './child-options.ts'
import type { ImagingLimits } from './imaging-limits.ts'

export type KeepImagingOptions = {
  readonly host: string
  readonly port: number
  readonly keys: ProcessorKeys
  readonly sourcePrefix: string
  readonly sourceFiles?: string | undefined
  readonly version: string
  readonly limits?: Partial<ImagingLimits>
  /** A child that needs more resident memory is ended and started again. */
  readonly memoryMaxMb?: number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** The processor in a child process of the service. */
export type ImagingChild = KeptChild & { readonly url: string }

const entry = fileURLToPath(new URL('./imaging-child.ts', import.meta.url))

export function keepImagingChild(options: KeepImagingOptions): ImagingChild {
  const { host, port, keys, sourcePrefix, version, limits = {}, memoryMaxMb = 1_024, log } = options
  const input: ChildOptions = {
    host,
    port,
    keys: keysAsText(keys),
    sourcePrefix,
    sourceFiles: options.sourceFiles,
    version,
    limits,
  }
  const child = keepChild({
    entry,
    name: 'picture processor',
    input,
    heapMaxMb: 256,
    memoryMaxMb,
    // glibc keeps less memory with few arenas.
    environment: { MALLOC_ARENA_MAX: '2' },
    log,
  })
  return { ...child, url: `http://${host}:${port}` }
}
