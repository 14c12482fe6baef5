import type { ProcessorKeys } from '#platform/pictures'
import type { ImagingLimits } from './imaging-limits.ts'

/** The first line that the child process reads. The keys are not in its environment, which other processes could read. */
export type ChildOptions = {
  readonly host: string
  readonly port: number
  readonly keys: readonly { readonly key: string; readonly salt: string }[]
  readonly sourcePrefix: string
  readonly sourceFiles?: string | undefined
  readonly version: string
  readonly limits: Partial<ImagingLimits>
}

export function keysAsText(keys: ProcessorKeys): ChildOptions['keys'] {
  return keys.map(({ key, salt }) => ({ key: key.toString('hex'), salt: salt.toString('hex') }))
}

export function keysOfText(keys: ChildOptions['keys']): ProcessorKeys {
  const [first, ...others] = keys.map(({ key, salt }) => ({
    key: Buffer.from(key, 'hex'),
    salt: Buffer.from(salt, 'hex'),
  }))
  if (!first) throw new Error('the processor needs a key')
  return [first, ...others]
}
