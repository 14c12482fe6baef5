import { newIds } from '#kernel/id'
import { isCurrency, type Money, parseMoney } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import {
  problemOfAllocations,
  productLineKeyOf,
  type RequestedReferences,
  requestedReferencesOf,
  trimEach,
} from '#modules/orders/line-references'
import { fitsUnit, isUnitCode, pieces } from '#platform/units'
import { fail } from './failures.ts'
import type { RequisitionLine } from './requisition.ts'

export type MoneyText = { readonly amount: string; readonly currency: string }

type FreeText = {
  readonly unit?: string | undefined
  readonly estimate?: MoneyText | undefined
  readonly unspsc?: string | undefined
  readonly category?: string | undefined
  readonly suggestedSupplier?: string | undefined
  readonly links?: readonly string[] | undefined
}

/** In minor units: beyond the price of anything that is bought, and exact as a JavaScript number. */
export const amountMax = 10n ** 15n

/** A line as its requester sends it. */
export type LineInput = RequestedReferences &
  FreeText & {
    readonly productId?: string | undefined
    readonly what?: string | undefined
    readonly quantity: Quantity
    readonly note?: string | undefined
    readonly attachmentIds?: readonly string[] | undefined
  }

/** A line to write, with the ids of the files that it shall have. */
export type DraftLine = RequisitionLine & { readonly attachmentIds: readonly string[] }

/** Throws the failure of the first line that cannot stand in a requisition. */
export function readLines(inputs: readonly LineInput[], now: Date): DraftLine[] {
  const seen = new Set<string>()
  const ids = newIds('rql', inputs.length, now)
  return inputs.map((input, at) => {
    const line = readLine(input, ids[at] as RequisitionLine['id'], at + 1)
    const { productId } = line
    if (productId !== undefined) {
      const key = productLineKeyOf({ ...line, productId })
      if (seen.has(key)) throw fail('product_repeated', { productId })
      seen.add(key)
    }
    return { ...line, attachmentIds: input.attachmentIds ?? [] }
  })
}

function readLine(input: LineInput, id: RequisitionLine['id'], line: number): RequisitionLine {
  const { productId, quantity, unit, unspsc, estimate } = input
  const what = trim(input.what)
  if ((productId === undefined) === (what === undefined)) throw fail('line_ambiguous', { line })
  if (productId !== undefined && hasFreeText(input)) throw fail('line_ambiguous', { line })
  if (unit !== undefined && !isUnitCode(unit)) throw fail('unit_unknown', { line, unit })
  // The unit of a product is known when it is ordered.
  const counted = unit ?? pieces
  if (what !== undefined && !fitsUnit(quantity, counted)) {
    throw fail('quantity_not_whole', { line, unit: counted })
  }
  const references = trimEach(requestedReferencesOf(input))
  const problem = problemOfAllocations({ ...references, quantity })
  if (problem) throw fail('allocations_invalid', { line, ...problem })
  return {
    id,
    position: line,
    state: 'OPEN',
    order: undefined,
    quantity,
    productId,
    what,
    unit,
    estimate: estimate && readAmount(estimate),
    unspsc,
    category: trim(input.category),
    suggestedSupplier: trim(input.suggestedSupplier),
    links: input.links ?? [],
    note: trim(input.note),
    ...references,
    sourcing: undefined,
  }
}

function hasFreeText(input: FreeText): boolean {
  const { unit, estimate, unspsc, category, suggestedSupplier, links } = input
  return [unit, estimate, unspsc, category, suggestedSupplier, links].some(
    (value) => value !== undefined,
  )
}

export function readAmount({ amount, currency }: MoneyText): Money {
  const money = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (!money || money.amountMinor < 0n || money.amountMinor > amountMax)
    throw fail('amount_invalid', { amount, currency })
  return money
}

/** A blank text counts as absent. */
export function trim(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}
