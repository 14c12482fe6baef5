import { createHash } from 'node:crypto'
import { createLocalCache } from '#platform/local-cache'
import type { Step } from './round-trip.ts'
import type { RowShape } from './row-shape.ts'

/** The prepared statements of one connection, by name, with the shape of their rows. */
export type Prepared = Map<string, RowShape | undefined>

/** A server keeps a prepared statement and its plan until the connection closes. */
const preparedMax = 500
/** A statement with more parameters is a batch, and its text depends on its length. */
const preparedParametersMax = 64

/** The name of a statement is a digest of its text. Only statements that are repeated get one. */
export function stepOf(text: string, values: readonly unknown[], prepared: Prepared): Step {
  if (values.length > preparedParametersMax) return unnamedStep(text, values)
  const name = digestOf(text)
  const shape = prepared.get(name)
  if (shape === undefined && prepared.size >= preparedMax) return unnamedStep(text, values)
  return { name, text, values, shape }
}

export function unnamedStep(text: string, values: readonly unknown[]): Step {
  return { name: '', text, values, shape: undefined }
}

/** A process has few statement texts and repeats them. Looking a text up costs a tenth of its digest. */
const digests = createLocalCache<string>({ entriesMax: 2_000 })

export function digestOf(text: string): string {
  const known = digests.get(text)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  digests.set(text, digest)
  return digest
}
