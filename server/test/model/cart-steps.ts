import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  half,
  type Model,
  modulesOf,
  outcomeOf,
  pick,
  prices,
  refusedBy,
  type Trade,
} from './trade.ts'

export const aProductNumber = fc.nat({ max: prices.length - 1 })
/** Metres, in halves: a `number` adds these up exactly. */
export const aQuantity = fc.integer({ min: 1, max: 24 }).map((halves) => halves * half)
export const aPick = fc.nat({ max: 999 })

/** Different products, and how much of each. */
export const someLines = fc.uniqueArray(fc.tuple(aProductNumber, aQuantity), {
  selector: ([product]) => product,
  minLength: 1,
  maxLength: prices.length,
})

const inCart = (model: Model) => model.cart.size > 0
const aLine = fc.record({ of: aPick, isStale: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) })

export function cartSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'add',
      input: fc.record({ product: aProductNumber, quantity: aQuantity }),
      run: add,
    }),
    stepOf(tally, {
      name: 'change quantity',
      can: inCart,
      input: fc.record({ line: aLine, quantity: aQuantity }),
      run: (model, real, { line, quantity }) =>
        change(model, real, line, { kind: 'change_quantity', quantity }),
    }),
    stepOf(tally, {
      name: 'remove',
      can: inCart,
      input: aLine,
      run: (model, real, line) => change(model, real, line, { kind: 'remove_item' }),
    }),
  ]
}

type Adding = { readonly product: number; readonly quantity: number }

async function add(model: Model, real: Trade, { product, quantity }: Adding): Promise<void> {
  const productId = real.products[product] ?? ''
  const outcome = await outcomeOf(
    modulesOf(real).carts.addItem(real.buyer, { productId, quantity: quantityOf(quantity) }),
  )
  if (model.lock) return refusedBy(outcome, ['cart.locked_by_checkout'])
  if (model.cart.has(product)) return refusedBy(outcome, ['cart.item_exists'])
  assert.equal(outcome.code, undefined)
  model.cart.set(product, quantity)
}

type Changing =
  | { readonly kind: 'change_quantity'; readonly quantity: number }
  | { readonly kind: 'remove_item' }

async function change(
  model: Model,
  real: Trade,
  line: { readonly of: number; readonly isStale: boolean },
  what: Changing,
): Promise<void> {
  const { carts } = modulesOf(real)
  const product = pick([...model.cart.keys()], line.of)
  const { cart } = await carts.read(real.buyer)
  const item = cart.lines.find(({ productId }) => productId === real.products[product])
  assert(item, 'a line of the cart is gone')
  const inBody = line.isStale ? item.itemVersion + 1_000 : item.itemVersion
  const expected = { inBody, inQuery: undefined }
  const change =
    what.kind === 'remove_item' ? what : { ...what, quantity: quantityOf(what.quantity) }
  const request = { ...change, itemId: item.id, expected }
  const outcome = await outcomeOf(carts.change(real.buyer, request))
  if (model.lock) return refusedBy(outcome, ['cart.locked_by_checkout'])
  if (line.isStale) return refusedBy(outcome, ['cart.version_conflict'])
  assert.equal(outcome.code, undefined)
  if (what.kind === 'remove_item') model.cart.delete(product)
  else model.cart.set(product, what.quantity)
}
