import { fail } from '../failures.ts'

/** From the first instant until the last one, which is not part of it. */
export type Validity = { readonly validFrom: Date; readonly validUntil: Date | undefined }

/** Throws for what looks like an instant and is none, such as the 60th second of a minute. */
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

export function refuseBackward({ validFrom, validUntil }: Validity): void {
  if (validUntil && validUntil <= validFrom) {
    throw fail('validity_invalid', {
      validFrom: validFrom.toISOString(),
      validUntil: validUntil.toISOString(),
    })
  }
}
