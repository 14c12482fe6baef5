import { createHash } from 'node:crypto'
import { etagOf } from '#platform/http'
import type { ResultName } from './picture-names.ts'

/** Changes when the processor makes other bytes of the same source. */
const pipeline = 'p1'

/** The same product, version, preset and format are the same bytes, so the tag is known before the picture is. */
export function etagOfResult({ productId, version, preset, format }: ResultName): string {
  const text = [pipeline, productId, version, preset, format].join(' ')
  return etagOf(createHash('sha256').update(text).digest('base64url').slice(0, 22))
}
