import { createLocalCache } from './local-cache.ts'

/** Longer texts are computed each time: what strangers send must not fill the memory. */
const textMax = 512

/** A pure function of a text, whose last results are kept. */
export function memoizeText<Value extends NonNullable<unknown>>(
  entriesMax: number,
  compute: (text: string) => Value,
): (text: string) => Value {
  const results = createLocalCache<Value>({ entriesMax })
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const value = compute(text)
    if (text.length <= textMax) results.set(text, value)
    return value
  }
}
