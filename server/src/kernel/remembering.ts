/** Longer texts are worked out each time: what strangers send must not fill the memory. */
const longestText = 512

/** A pure function of a text, whose last results are kept. Full, it forgets all: what is asked often is soon back. */
export function remembering<Value>(
  max: number,
  workOut: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = workOut(text)
    if (text.length > longestText) return value
    if (known.size >= max) known.clear()
    known.set(text, value)
    return value
  }
}
