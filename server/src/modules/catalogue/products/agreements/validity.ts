import { instantOf } from '#kernel/time'
import { fail } from '../failures.ts'

/** From the first instant (inclusive) to the last one (exclusive). */
export type Validity = { readonly validFrom: Date; readonly validUntil: Date | undefined }

export function instantsOf(body: {
  readonly validFrom?: string | undefined
  readonly validUntil?: string | undefined
}) {
  return { validFrom: instantOf(body.validFrom), validUntil: instantOf(body.validUntil) }
}

export function assertEndsAfterStart({ validFrom, validUntil }: Validity): void {
  if (validUntil && validUntil <= validFrom) {
    throw fail('validity_invalid', {
      validFrom: validFrom.toISOString(),
      validUntil: validUntil.toISOString(),
    })
  }
}
