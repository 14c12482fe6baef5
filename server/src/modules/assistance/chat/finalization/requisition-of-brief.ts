import { decimalOf, isCurrency, lineTotal, parseMoney, unitPrice } from '#kernel/money'
import { oneUnit, parseQuantity, type Quantity, quantityMax } from '#kernel/quantity'
import type { FullRequisition, WishInput } from '#modules/requisitions'
import { oneLine } from '#platform/mail'
import { fitsUnit, isUnitCode, pieces } from '#platform/units'
import type { BriefItem } from '../brief/brief.ts'
import type { ChatActor, ChatDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { listItemSearches } from '../sessions/item-search-store.ts'
import { requireOwn } from '../sessions/read-session.ts'
import { type Session, unmatchedItems } from '../sessions/session.ts'
import { lockSession, markRequisition } from '../sessions/session-store.ts'

export type RequisitionWish = {
  readonly title?: string | undefined
  /** Positions in the brief. Default: the items without a match. */
  readonly items?: readonly number[] | undefined
}

type WishLine = WishInput['lines'][number]

const whatLengthMax = 500
const titleLengthMax = 200
const noteLengthMax = 2_000

/**
 * Items of a final brief become a draft of a requisition, once: a repeat answers the same requisition. A draft that was
 * deleted is made again.
 */
export async function requisitionOfBrief(
  deps: ChatDeps,
  actor: ChatActor,
  sessionId: string,
  wish: RequisitionWish,
): Promise<FullRequisition> {
  const { database, requisitions } = deps
  const now = deps.now()
  const session = await requireOwn(database.pool, actor, sessionId)
  if (session.state !== 'FINALIZED') throw fail('brief_not_final', { state: session.state })
  const input = requisitionInput(session, await chosenItems(deps, session, wish), wish.title)
  const requisitionId = await database.transaction(async (tx) => {
    const locked = await lockSession(tx, session.companyId, sessionId)
    if (!locked) throw fail('session_not_found', { sessionId })
    const known = locked.requisitionId
    if (known !== undefined && (await requisitions.exists(tx, actor.companyId, known))) return known
    const { id } = await requisitions.draft(tx, actor, input, now)
    await markRequisition(tx, session, id)
    return id
  })
  return requisitions.read(actor, requisitionId)
}

async function chosenItems(
  { database }: ChatDeps,
  session: Session,
  { items }: RequisitionWish,
): Promise<readonly BriefItem[]> {
  const positions = items ?? unmatchedItems(await listItemSearches(database.pool, session))
  if (positions.length === 0) throw fail('items_all_matched')
  const { items: known } = session.brief
  return positions.map((position) => {
    const item = known[position]
    if (!item) throw fail('item_unknown', { item: position, items: known.length })
    return item
  })
}

function requisitionInput(
  { brief, currency }: Session,
  items: readonly BriefItem[],
  title: string | undefined,
): WishInput {
  const lines = items.map((item) => lineOf(item, currency))
  const note = brief.notes
    .map(({ value }) => value)
    .join('\n')
    .slice(0, noteLengthMax)
  return {
    title: title ?? lines[0]?.what.slice(0, titleLengthMax) ?? '',
    neededBy: brief.neededBy?.value.date,
    ...(note !== '' && { note }),
    lines,
  }
}

/** A quantity that cannot be ordered in its unit stands in the text of the line. */
function lineOf(item: BriefItem, currency: string): WishLine {
  const unit = item.unit?.value
  const stated = statedQuantity(item, unit)
  const quantity = stated ?? oneUnit
  const measure = stated ? [] : [[item.quantity?.value, unit].filter(Boolean).join(' ')]
  const words = [item.what, ...item.constraints].flatMap((leaf) => (leaf ? [leaf.value] : []))
  const estimate = estimateOf(item, quantity, currency)
  return {
    what: oneLine([...measure, ...words].join(', ')).slice(0, whatLengthMax),
    quantity,
    ...(stated && unit !== undefined && isUnitCode(unit) && { unit }),
    ...(estimate && { estimate }),
  }
}

function statedQuantity(item: BriefItem, unit = pieces): Quantity | undefined {
  if (!item.quantity) return oneUnit
  const quantity = parseQuantity(item.quantity.value)
  const fits = quantity && quantity <= quantityMax && fitsUnit(quantity, unit)
  return fits ? quantity : undefined
}

/** What the whole line may cost, if the buyer named the price of one. */
function estimateOf(
  { targetUnitPrice }: BriefItem,
  quantity: Quantity,
  currencyOfSession: string,
): WishLine['estimate'] {
  const { amount = '', currency = currencyOfSession } = targetUnitPrice?.value ?? {}
  const price = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (!price) return undefined
  const estimate = lineTotal(unitPrice(decimalOf(price), currency), quantity)
  return { amount: decimalOf(estimate), currency }
}
