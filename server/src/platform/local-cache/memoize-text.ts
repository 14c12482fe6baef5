import { createLocalCache } from './local-cache.ts'

/** Longer texts are computed each time, so that texts from strangers cannot fill the memory. */
const textMax = 512

/** Caches the last results of a pure function of a text. */
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
