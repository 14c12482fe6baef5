export type Language = 'en' | 'de'

export type NumberFound = {
  /** Undefined when two readings differ by a factor of a thousand: then nobody may guess. */
  readonly value: string | undefined
  readonly start: number
  readonly end: number
  /** The index of the token that follows. */
  readonly next: number
  readonly hasMultiplier: boolean
}
