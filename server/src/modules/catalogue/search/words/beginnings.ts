/** Texts by the beginning of their keys. */
export type Beginnings<Value> = {
  /** The values of the first keys, by the alphabet, that begin so. */
  startingWith(beginning: string, max: number): readonly Value[]
}

export function beginningsOf<Value>(
  entries: Iterable<readonly [key: string, value: Value]>,
): Beginnings<Value> {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return {
    startingWith: (beginning, max) => {
      let [from, to] = [0, sorted.length]
      while (from < to) {
        const middle = (from + to) >> 1
        if ((sorted[middle]?.[0] ?? '') < beginning) from = middle + 1
        else to = middle
      }
      const found: Value[] = []
      for (let at = from; at < sorted.length && found.length < max; at += 1) {
        const entry = sorted[at]
        if (!entry?.[0].startsWith(beginning)) break
        found.push(entry[1])
      }
      return found
    },
  }
}
