import { hkdfSync } from 'node:crypto'
import type { ProcessorKey, ProcessorKeys } from './processor-path.ts'

const hex = /^(?:[0-9a-f]{2}){16,}(?:,(?:[0-9a-f]{2}){16,})*$/i

/** What is wrong with the two settings, or undefined. */
export function processorKeysProblem(
  key: string | undefined,
  salt: string | undefined,
): string | undefined {
  if (key === undefined && salt === undefined) return undefined
  if (key === undefined || salt === undefined) return 'needs both a key and a salt'
  if (!hex.test(key) || !hex.test(salt)) return 'must be 16 or more bytes in hexadecimal'
  if (key.split(',').length !== salt.split(',').length) return 'needs as many salts as keys'
  return undefined
}

/**
 * The pairs of `IMAGE_PROC_KEY` and `IMAGE_PROC_SALT`. Without them the pairs are derived from the secrets of the service, so that
 * its own processor needs no further secret.
 */
export function processorKeysFrom(given: {
  readonly key: string | undefined
  readonly salt: string | undefined
  readonly secrets: readonly Buffer[]
}): ProcessorKeys | undefined {
  const { key, salt, secrets } = given
  const salts = salt?.split(',') ?? []
  const pairs =
    key === undefined
      ? secrets.map(derivedFrom)
      : key.split(',').map((one, at) => ({
          key: Buffer.from(one, 'hex'),
          salt: Buffer.from(salts[at] ?? '', 'hex'),
        }))
  const [first, ...others] = pairs
  return first && [first, ...others]
}

function derivedFrom(secret: Buffer): ProcessorKey {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secret, '', info, 32))
  return {
    key: derive('purveyor image processor key v1'),
    salt: derive('purveyor image processor salt v1'),
  }
}
