import { fail } from '../failures.ts'

/** From the first instant (inclusive) to the last one (exclusive). */
export type Validity = { readonly validFrom: Date; readonly validUntil: Date | undefined }

/** Throws for text in the form of an instant that does not exist, such as the 60th second of a minute. */
export function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw fail('validity_invalid', { value: text })
  return instant
}

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
