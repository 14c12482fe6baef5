import { etagOf } from '#platform/http'
import type { ResultName } from './picture-names.ts'

/** Changes when the processor makes other bytes of the same source. */
const pipeline = 1

/**
 * The version follows from the source, so the same version, preset and format are the same bytes. The tag is known before the
 * picture is.
 */
export function etagOfResult({ version, preset, format }: Omit<ResultName, 'productId'>): string {
  return etagOf(`${version}-${preset}-${format}-${pipeline}`)
}
