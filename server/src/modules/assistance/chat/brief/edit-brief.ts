import { isCountry } from '#kernel/country'
import { isCurrency } from '#kernel/currency'
import { isUnitCode } from '#platform/units'
import { fail } from '../failures.ts'
import {
  type Amount,
  type Brief,
  type BriefItem,
  isSpan,
  type Leaf,
  type NeededBy,
  type Removal,
  spansOf,
} from './brief.ts'

import { deliveriesAfter } from './deliveries.ts'

type AmountEdit = Amount | null

/** A field that is absent stays as it is. Null removes its value. */
export type ItemEdit = {
  /** The position of the item in the brief. Absent: a new item. */
  readonly item?: number | undefined
  readonly remove?: true | undefined
  readonly what?: string | undefined
  readonly quantity?: string | null | undefined
  readonly unit?: string | null | undefined
  readonly constraints?: readonly string[] | undefined
  readonly targetUnitPrice?: AmountEdit | undefined
}

export type BriefEdit = {
  readonly items?: readonly ItemEdit[] | undefined
  readonly budget?: AmountEdit | undefined
  readonly currency?: string | null | undefined
  readonly deliverTo?:
    | { readonly country?: string | null | undefined; readonly city?: string | null | undefined }
    | undefined
  readonly neededBy?:
    | { readonly date: string; readonly precision?: NeededBy['precision'] | undefined }
    | null
    | undefined
  readonly notes?: readonly string[] | undefined
}

export type EditedBrief = { readonly brief: Brief; readonly removals: readonly Removal[] }

type Editing = { readonly personId: string; readonly removals: Removal[] }

/** Applies what a person has entered. Throws `chat.item_unknown`, `chat.items_too_many` and `chat.brief_value_invalid`. */
export function editBrief(
  brief: Brief,
  edit: BriefEdit,
  { personId, itemsMax }: { readonly personId: string; readonly itemsMax: number },
): EditedBrief {
  assertValidEdit(edit)
  const editing: Editing = { personId, removals: [] }
  const items = editItems(editing, brief.items, edit.items ?? [])
  if (items.length > itemsMax) throw fail('items_too_many', { itemsMax })
  const { deliverTo = {} } = brief
  const country = editLeaf(editing, 'country', deliverTo.country, edit.deliverTo?.country)
  const city = editLeaf(editing, 'city', deliverTo.city, trimText(edit.deliverTo?.city))
  const budget = editLeaf(editing, 'budget', brief.budget, edit.budget)
  const currency = editLeaf(editing, 'currency', brief.currency, edit.currency)
  const neededBy = editLeaf(editing, 'neededBy', brief.neededBy, neededByOf(edit.neededBy))
  const notes = editedList(editing, 'note', brief.notes, edit.notes)
  const deliveries = edit.deliverTo ? [] : deliveriesAfter(brief, { items, deliverTo })
  return {
    brief: {
      items,
      ...(budget && { budget }),
      ...(currency && { currency }),
      ...((country || city) && {
        deliverTo: { ...(country && { country }), ...(city && { city }) },
      }),
      ...(deliveries.length > 0 && { deliveries }),
      ...(neededBy && { neededBy }),
      notes,
      openQuestions: brief.openQuestions,
    },
    removals: editing.removals,
  }
}

const trimText = (text: string | null | undefined) => (text ? text.trim() : text)

function neededByOf(edit: BriefEdit['neededBy']): NeededBy | null | undefined {
  return edit ? { date: edit.date, precision: edit.precision ?? 'day' } : edit
}

function editItems(
  editing: Editing,
  items: readonly BriefItem[],
  edits: readonly ItemEdit[],
): readonly BriefItem[] {
  const changed: (BriefItem | undefined)[] = [...items]
  const named = new Set<number>()
  for (const edit of edits) {
    const { item: at } = edit
    if (at === undefined) {
      changed.push(newItem(editing, edit))
      continue
    }
    const item = items[at]
    if (!item || named.has(at)) throw fail('item_unknown', { item: at, items: items.length })
    named.add(at)
    changed[at] = edit.remove ? removeItem(editing, item) : editItem(editing, item, edit)
  }
  return changed.filter((item) => item !== undefined)
}

function newItem(editing: Editing, edit: ItemEdit): BriefItem {
  if (edit.what === undefined || edit.remove) {
    throw fail('brief_value_invalid', { field: 'items.what' })
  }
  return editItem(editing, { constraints: [], anchors: [] }, edit)
}

function removeItem({ removals }: Editing, item: BriefItem): undefined {
  const spans = item.anchors.length > 0 ? item.anchors : spansOf(item)
  removals.push(...spans.map((span) => ({ field: 'item' as const, span })))
  return undefined
}

function editItem(editing: Editing, item: BriefItem, edit: ItemEdit): BriefItem {
  const what = editLeaf(editing, 'what', item.what, edit.what?.trim())
  const quantity = editLeaf(editing, 'quantity', item.quantity, edit.quantity)
  const unit = editLeaf(editing, 'unit', item.unit, edit.unit)
  const price = editLeaf(editing, 'targetUnitPrice', item.targetUnitPrice, edit.targetUnitPrice)
  return {
    ...(what && { what }),
    ...(quantity && { quantity }),
    ...(unit && { unit }),
    constraints: editedList(editing, 'constraint', item.constraints, edit.constraints),
    ...(price && { targetUnitPrice: price }),
    anchors: item.anchors,
  }
}

/** What the person enters is certain, and its source is the person. */
function editLeaf<Value>(
  { personId, removals }: Editing,
  field: Removal['field'],
  leaf: Leaf<Value> | undefined,
  value: Value | null | undefined,
): Leaf<Value> | undefined {
  if (value === undefined) return leaf
  if (value !== null) return leafOfPerson(personId, value)
  if (leaf && isSpan(leaf.source)) removals.push({ field, span: leaf.source })
  return undefined
}

function leafOfPerson<Value>(personId: string, value: Value): Leaf<Value> {
  return { value, confidence: 1, source: { personId }, method: 'user' }
}

/** The list is as the person has entered it. Values that stay keep their source. */
function editedList(
  { personId, removals }: Editing,
  field: 'constraint' | 'note',
  leaves: readonly Leaf<string>[],
  values: readonly string[] | undefined,
): readonly Leaf<string>[] {
  if (values === undefined) return leaves
  const given = [...new Set(values.map((value) => value.trim()))]
  for (const { value, source } of leaves) {
    if (!given.includes(value) && isSpan(source)) removals.push({ field, span: source })
  }
  return given.map(
    (value) => leaves.find((leaf) => leaf.value === value) ?? leafOfPerson(personId, value),
  )
}

/** What the schema of the route cannot say. */
function assertValidEdit({ items = [], budget, currency, deliverTo, neededBy }: BriefEdit): void {
  const refuse = (isValid: boolean, field: string, item?: number) => {
    if (!isValid) throw fail('brief_value_invalid', { field, ...(item !== undefined && { item }) })
  }
  for (const [at, { quantity, unit, targetUnitPrice }] of items.entries()) {
    refuse(!quantity || isAboveZero(quantity), 'items.quantity', at)
    refuse(!unit || isUnitCode(unit), 'items.unit', at)
    refuse(isAmount(targetUnitPrice), 'items.targetUnitPrice', at)
  }
  refuse(isAmount(budget), 'budget')
  refuse(!currency || isCurrency(currency), 'currency')
  refuse(!deliverTo?.country || isCountry(deliverTo.country), 'deliverTo.country')
  refuse(!neededBy || isDay(neededBy.date), 'neededBy.date')
}

const isAboveZero = (decimal: string) => /[1-9]/.test(decimal)

function isAmount(amount: AmountEdit | undefined): boolean {
  if (!amount) return true
  return isAboveZero(amount.amount) && (!amount.currency || isCurrency(amount.currency))
}

/** Whether a text such as `2026-02-30` is a day of the calendar. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
