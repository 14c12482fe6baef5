import type { Brief, BriefItem } from '../brief.ts'

type AnyLeaf = { readonly source: object; readonly confidence: number }
type Span = { readonly messageId: string; readonly start: number; readonly end: number }

/** Below this the grammar has guessed, and the model may say better. */
const sureConfidence = 0.75

/**
 * One brief of two: the model names goods, properties and wishes better, and the grammar knows numbers. So texts are those of the
 * model, and numbers, dates and places are those of the grammar wherever it is sure.
 */
export function mergeBriefs(ofGrammar: Brief, ofModel: Brief): Brief {
  if (ofModel.items.length === 0)
    return {
      ...mergeOrder(ofGrammar, ofModel),
      ...(ofGrammar.deliveries && { deliveries: ofGrammar.deliveries }),
      items: ofGrammar.items,
    }
  const left = [...ofGrammar.items]
  const merged = new Map<BriefItem, BriefItem>()
  const items = ofModel.items.map((item) => {
    const at = left.findIndex((one) => isSame(one, item))
    const [same] = at === -1 ? [] : left.splice(at, 1)
    if (!same) return item
    const one = mergeItem(same, item)
    merged.set(same, one)
    return one
  })
  // Goods without a number that the model does not name are no goods: the grammar has taken a sentence for them.
  const others = left.filter(({ quantity }) => quantity)
  const order = mergeOrder(ofGrammar, ofModel)
  const prices = items.flatMap(({ targetUnitPrice }) => targetUnitPrice ?? [])
  const { budget, ...rest } = order
  const isPrice = budget && !isSure(budget) && prices.some((price) => overlaps(price, budget))
  const all = [...items, ...others].slice(0, 200)
  const deliveries = deliveriesOf(ofGrammar, (item) => all.indexOf(merged.get(item) ?? item))
  return {
    ...rest,
    ...(budget && !isPrice && { budget }),
    ...(deliveries.length > 1 && { deliveries }),
    items: all,
  }
}

/** Numbers and places are those of the grammar, by the positions that its items have in the merged brief. */
function deliveriesOf(
  { deliveries = [], items }: Brief,
  positionOf: (item: BriefItem) => number,
): NonNullable<Brief['deliveries']> {
  return deliveries.flatMap((delivery) => {
    const kept = delivery.items.flatMap(({ item, quantity }) => {
      const one = items[item]
      const at = one ? positionOf(one) : -1
      return at === -1 ? [] : [{ item: at, quantity }]
    })
    return kept.length === 0 ? [] : [{ ...delivery, items: kept }]
  })
}

function mergeOrder(ofGrammar: Brief, ofModel: Brief): Brief {
  const budget = chooseLeaf(ofGrammar.budget, ofModel.budget)
  const currency = chooseLeaf(ofGrammar.currency, ofModel.currency)
  const neededBy = chooseLeaf(ofGrammar.neededBy, ofModel.neededBy)
  const notes = mergeTexts(ofGrammar.notes, ofModel.notes, ofModel.items.flatMap(leavesOf))
  const isOfModel = ofModel.deliverTo !== undefined && !ofGrammar.deliverTo?.country
  const { deliverTo } = isOfModel ? ofModel : ofGrammar
  return {
    ...(budget && { budget }),
    ...(currency && { currency }),
    ...(neededBy && { neededBy }),
    ...(deliverTo && { deliverTo }),
    items: [],
    notes,
    openQuestions: [],
  }
}

function mergeItem(ofGrammar: BriefItem, ofModel: BriefItem): BriefItem {
  const { quantity, unit } = ofGrammar.quantity ? ofGrammar : ofModel
  const price = ofGrammar.targetUnitPrice ?? ofModel.targetUnitPrice
  const { what } = ofModel
  return {
    ...(what && { what }),
    ...(quantity && { quantity }),
    ...(unit && { unit }),
    constraints: mergeTexts(ofGrammar.constraints, ofModel.constraints, leavesOf(ofModel)),
    ...(price && { targetUnitPrice: price }),
  }
}

/** The texts of the model, and those of the grammar at other places. */
function mergeTexts<Leaf extends AnyLeaf>(
  ofGrammar: readonly Leaf[],
  ofModel: readonly Leaf[],
  taken: readonly AnyLeaf[],
): Leaf[] {
  const others = ofGrammar.filter(
    (one) => ![...ofModel, ...taken].some((other) => overlaps(one, other)),
  )
  return [...ofModel, ...others].slice(0, 100)
}

/** The same goods: they share a name, or the place of their number. */
function isSame(one: BriefItem, other: BriefItem): boolean {
  return overlaps(one.what, other.what) || overlaps(one.quantity, other.quantity)
}

function chooseLeaf<Leaf extends AnyLeaf>(
  ofGrammar: Leaf | undefined,
  ofModel: Leaf | undefined,
): Leaf | undefined {
  return ofGrammar && (isSure(ofGrammar) || !ofModel) ? ofGrammar : ofModel
}

function isSure({ confidence }: AnyLeaf): boolean {
  return confidence >= sureConfidence
}

function overlaps(one: AnyLeaf | undefined, other: AnyLeaf | undefined): boolean {
  const [first, second] = [spanOf(one), spanOf(other)]
  if (!first || !second || first.messageId !== second.messageId) return false
  return first.start < second.end && second.start < first.end
}

function spanOf(leaf: AnyLeaf | undefined): Span | undefined {
  return leaf && 'messageId' in leaf.source ? (leaf.source as Span) : undefined
}

function leavesOf({ constraints, ...leaves }: BriefItem): AnyLeaf[] {
  return [...constraints, ...(Object.values(leaves) as AnyLeaf[])]
}
