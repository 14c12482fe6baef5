import type { Brief, BriefItem } from './brief.ts'

type AnyLeaf = { readonly method: 'rule' | 'llm' | 'user'; readonly source: object }

/** Puts the values that people have entered in place of those that were extracted. A person's edit always wins. */
export function keepEdits(brief: Brief, previous: Brief | undefined): Brief {
  if (!previous) return brief
  const deliverTo = editedOver(brief.deliverTo ?? {}, previous.deliverTo ?? {})
  const items = [...brief.items]
  for (const item of previous.items) {
    if (!hasEdit(item)) continue
    const at = items.findIndex((one) => isSame(one, item))
    if (at === -1) items.push(item)
    else items[at] = editedItem(items[at] as BriefItem, item)
  }
  const { budget, currency, neededBy } = previous
  const edited = editedOver<Pick<Brief, 'budget' | 'currency' | 'neededBy'>>(
    brief,
    { ...(budget && { budget }), ...(currency && { currency }), ...(neededBy && { neededBy }) },
  )
  return {
    ...brief,
    ...edited,
    items,
    ...(Object.keys(deliverTo).length > 0 && { deliverTo }),
    notes: [...brief.notes, ...previous.notes.filter(isEdit)],
  }
}

function isEdit(leaf: AnyLeaf): boolean {
  return leaf.method === 'user'
}

function leavesOf({ constraints, ...leaves }: BriefItem): AnyLeaf[] {
  return [...Object.values(leaves), ...constraints]
}

function hasEdit(item: BriefItem): boolean {
  return leavesOf(item).some(isEdit)
}

/** The same goods: a value that nobody edited has the same place in the transcript, or the name is the same. */
function isSame(one: BriefItem, previous: BriefItem): boolean {
  const places = new Set(leavesOf(one).map(({ source }) => JSON.stringify(source)))
  const kept = leavesOf(previous).filter((leaf) => !isEdit(leaf))
  if (kept.some(({ source }) => places.has(JSON.stringify(source)))) return true
  const [name, other] = [one.what?.value, previous.what?.value]
  return name !== undefined && name.toLowerCase() === other?.toLowerCase()
}

function editedItem(item: BriefItem, previous: BriefItem): BriefItem {
  const { constraints, ...leaves } = previous
  const edits = constraints.filter(isEdit)
  const added = edits.filter(({ value }) => !item.constraints.some((one) => one.value === value))
  return { ...editedOver(item, leaves), constraints: [...item.constraints, ...added] }
}

/** `one`, with the leaves of `previous` that people have edited. */
function editedOver<Leaves extends object>(one: Leaves, previous: Partial<Leaves>): Leaves {
  const edits = Object.entries(previous).filter(([, leaf]) => isEdit(leaf as AnyLeaf))
  return { ...one, ...Object.fromEntries(edits) }
}
