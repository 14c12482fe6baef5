/** Shorter lists stay as they are, and the answer names every problem in them. */
const keptEntries = 20

/** Maps the pointer of an entry in the shortened value (`/lines/19`) to its number in the list that the client sent. */
export type EntryNumbers = ReadonlyMap<string, number>

/**
 * Shortens the long lists of a value that its schema refuses, in place, so that the schema still refuses it. Explaining a refusal
 * takes a hundred times as long as finding it, so only the wrong entry is explained.
 */
export function narrowLists(value: unknown, isRefused: () => boolean): EntryNumbers {
  const numbers = new Map<string, number>()
  const visit = (parent: object, pointer: string) => {
    const holder = parent as Record<string, unknown>
    for (const key of Object.keys(parent)) {
      const child = holder[key]
      if (typeof child !== 'object' || child === null) continue
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (Array.isArray(child) && child.length > keptEntries) {
        const blamed = narrow(child, (list) => {
          holder[key] = list
          return isRefused()
        })
        if (blamed !== undefined) numbers.set(`${place}/${keptEntries - 1}`, blamed)
      }
      visit(holder[key] as object, place)
    }
  }
  // A list that is the whole body has no parent object. No route accepts one.
  if (typeof value === 'object' && value !== null) visit(value, '')
  return numbers
}

/** Shortens the list to one that is still refused. Returns the original number of its last entry, if that entry has moved. */
function narrow(
  list: readonly unknown[],
  isRefused: (shorter: readonly unknown[]) => boolean,
): number | undefined {
  if (isRefused(list.slice(0, keptEntries))) return undefined
  let accepted = keptEntries
  let refused = list.length
  while (refused - accepted > 1) {
    const middle = (accepted + refused) >> 1
    if (isRefused(list.slice(0, middle))) refused = middle
    else accepted = middle
  }
  if (isRefused([...list.slice(0, keptEntries - 1), list[refused - 1]])) return refused - 1
  // The entry is wrong only together with another one: a duplicate.
  isRefused(list.slice(0, refused))
  return undefined
}
