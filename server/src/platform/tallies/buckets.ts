import type { Tally } from './tallies.ts'

/** Counts the values above the previous bound and up to this one. The last bucket has no bound. */
export type Bucket = Tally & { readonly upTo: number | undefined }

/** Tallies by the size of a value: one name for each bound, and one for what is above all of them. */
export type Buckets = {
  readonly names: readonly string[]
  nameOf(value: number): string
  /** The buckets out of what the tallies read for the names. */
  from(read: Readonly<Record<string, Tally>>): readonly Bucket[]
}

export function createBuckets(name: string, bounds: readonly number[]): Buckets {
  const named = [...bounds, undefined].map((upTo) => ({ upTo, name: `${name}.${upTo ?? 'above'}` }))
  const above = `${name}.above`
  return {
    names: named.map((one) => one.name),
    nameOf: (value) => named.find(({ upTo }) => upTo !== undefined && value <= upTo)?.name ?? above,
    from: (read) =>
      named.map((one) => ({ upTo: one.upTo, ...(read[one.name] ?? { count: 0, sum: 0 }) })),
  }
}
