import type { Failure } from '#kernel/failure'
import { parseQuantity, type Quantity, quantityMax, quantityOf } from '#kernel/quantity'
import type { ItemsAdded } from '#modules/cart'
import type { Product } from '#modules/products'
import { pieces } from '#platform/units'
import type { BriefItem } from '../brief/brief.ts'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { listItemSearches } from '../sessions/item-search-store.ts'
import { readProducts } from '../sessions/matches.ts'
import { requireOwn } from '../sessions/read-session.ts'

/** The product that a person has chosen for an item. Without a quantity, the brief's quantity. */
export type Choice = {
  readonly item: number
  readonly productId: string
  readonly quantity?: Quantity | undefined
}

/** What became of a choice. A refused one has the failure that it alone would have. */
export type ChosenLine = {
  readonly item: number
  readonly productId: string
  readonly quantity: Quantity | undefined
  readonly refusal: Pick<Failure, 'code' | 'message' | 'details'> | undefined
}

export type MatchesPut = {
  readonly lines: readonly ChosenLine[]
  readonly cart: ItemsAdded['cart']
}

/** Adds the chosen matches to the person's cart, by the rules of the cart. Each line is added or refused by itself. */
export async function putMatches(
  deps: ChatDeps,
  actor: ChatActor,
  sessionId: string,
  choices: readonly Choice[],
): Promise<MatchesPut> {
  const session = await requireOwn(deps.database.pool, actor, sessionId)
  if (session.state !== 'FINALIZED') throw fail('brief_not_final', { state: session.state })
  const searches = await listItemSearches(deps.database.pool, session)
  const matchesOf = new Map(searches.map(({ item, productIds }) => [item, productIds]))
  const ids = [...new Set(choices.map(({ productId }) => productId))]
  const products = await readProducts(deps, actor, ids)
  const lines = choices.map((choice): ChosenLine => {
    const { item, productId } = choice
    const isMatch = matchesOf.get(item)?.includes(productId) ?? false
    const quantity = isMatch
      ? quantityFor(choice, session.brief.items[item], products.get(productId))
      : fail('match_unknown', { item, productId })
    return typeof quantity === 'bigint'
      ? { item, productId, quantity, refusal: undefined }
      : { item, productId, quantity: choice.quantity, refusal: quantity }
  })
  return addLines(deps, actor, lines)
}

/** The chosen quantity, or the brief's, if the supplier sells the product in the unit of the brief. */
function quantityFor(
  { item, productId, quantity }: Choice,
  wanted: BriefItem | undefined,
  product: Product | undefined,
): Quantity | Failure {
  if (quantity !== undefined) return quantity
  const amount = parseQuantity(wanted?.quantity?.value ?? '')
  if (!amount || amount > quantityMax) return fail('quantity_required', { item, productId })
  const unit = product?.pricing.unit
  const asked = wanted?.unit?.value ?? pieces
  const isSame = unit === undefined || unit === asked || (isPiece(unit) && isPiece(asked))
  return isSame ? amount : fail('unit_differs', { item, productId, unit, asked })
}

/** Codes of Recommendation 20 for one piece. */
const pieceCodes = new Set([pieces, 'H87', 'EA'])
const isPiece = (unit: string) => pieceCodes.has(unit)

async function addLines(
  { carts }: ChatDeps,
  actor: ChatActor,
  lines: readonly ChosenLine[],
): Promise<MatchesPut> {
  const items = lines.flatMap(({ productId, quantity, refusal }) =>
    refusal || quantity === undefined ? [] : [{ productId, quantity }],
  )
  const { cart, notAdded } = await carts.addItems(actor, items)
  const left = [...notAdded]
  return {
    cart,
    // The cart answers in the order of the request: of two lines with one product, the second is refused.
    lines: lines
      .toReversed()
      .map((line) => {
        if (line.refusal) return line
        const at = left.findLastIndex(
          (one) => one.productId === line.productId && quantityOf(one.quantity) === line.quantity,
        )
        const [refused] = at === -1 ? [] : left.splice(at, 1)
        return refused ? { ...line, refusal: refused } : line
      })
      .toReversed(),
  }
}
