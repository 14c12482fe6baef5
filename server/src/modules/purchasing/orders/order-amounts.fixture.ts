import { money, percentOf } from '#kernel/money'
import { oneUnit, type Quantity } from '#kernel/quantity'
import { allocate, type ShippingCost } from '#modules/totals'
import { fc } from '#testing/tools/fc'
import { type Movement, sum } from './credits/tax-groups.ts'
import {
  type LineProgress,
  openOf,
  type Pieces,
  takenBackOf,
  untouched,
} from './fulfilment/line-progress.ts'
import type { LockedOrder } from './fulfilment/locked-order-store.ts'
import type { Order } from './order.ts'

/** Currencies with 0, 2 and 3 decimals. */
export const someCurrency = fc.constantFrom('JPY', 'EUR', 'KWD')

export type LineWish = {
  readonly supplier: string
  readonly rate: string
  readonly delivery: number
  readonly quantity: Quantity
  readonly net: bigint
}
/** A fee has the delivery 0. */
export type ShippingCostWish = Omit<LineWish, 'quantity'>

const supplier = fc.constantFrom('co_1', 'co_2')
export const someRate = fc.constantFrom('10', '8', '19', '5.5', '0')
export const someNet = fc.oneof(fc.bigInt(0n, 12n), fc.bigInt(0n, 10_000n))
const place = { supplier, rate: someRate, delivery: fc.constantFrom(1, 2), net: someNet }

/** Pieces, and parts of a divisible unit. */
export const someQuantity = fc.oneof(
  fc.bigInt(1n, 9n).map((pieces) => pieces * oneUnit),
  fc.bigInt(1n, 9_000n),
)

export const someLines = fc.array(fc.record({ ...place, quantity: someQuantity }), {
  minLength: 1,
  maxLength: 6,
})
/** Shipping costs, and fees of suppliers. */
export const someShippingCosts = fc.uniqueArray(
  fc.record({ ...place, delivery: fc.constantFrom(0, 1, 2) }),
  {
    selector: (one) => `${one.supplier} ${one.delivery}`,
    maxLength: 4,
  },
)

/** An order as a checkout makes it: the tax of each supplier and rate is rounded once, and each line has its share. */
export function anOrderOf(
  currency: string,
  lines: readonly LineWish[],
  shippingCosts: readonly ShippingCostWish[] = [],
): LockedOrder {
  const charged = shippingCosts.filter((cost) => lines.some((line) => isInParcel(line, cost)))
  const taxes = taxesOf([...lines, ...charged], currency)
  const progress = lines.map((wish, at) => lineOf(wish, at + 1, taxes[at] ?? 0n, currency))
  const paid = charged.map((wish, at): ShippingCost => {
    return shippingCostOf(wish, taxes[lines.length + at] ?? 0n, currency)
  })
  const total = sum([...lines, ...charged].map((part) => part.net)) + sum(taxes)
  const order = {
    total: money(total, currency),
    shippingCosts: paid,
    shippingCostReduced: [],
    shippingCostCredited: money(0n, currency),
  } as unknown as Order
  return { order, lines: progress }
}

/** A step of a supplier. Of each line it moves a share of what can move. */
export type StepWish = {
  readonly movement: Movement
  readonly supplier: string
  readonly shares: readonly number[]
}

export const someShares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 4,
})

export const someSteps = fc.array(
  fc.record<StepWish>({
    movement: fc.constantFrom('SHIPPED', 'RETURNED', 'CANCELLED'),
    supplier,
    shares: someShares,
  }),
  { maxLength: 15 },
)

/** The pieces of a step. A shipment goes to one address: the first that something is open for. */
export function piecesOf(
  lines: readonly LineProgress[],
  { movement, supplier, shares }: StepWish,
): Pieces[] {
  const delivery = movement === 'SHIPPED' ? firstOpen(lines, supplier) : undefined
  return lines.flatMap((line, at) => {
    if (line.supplierCompanyId !== supplier) return []
    if (delivery !== undefined && line.delivery !== delivery) return []
    const left = movement === 'RETURNED' ? line.shipped - takenBackOf(line) : openOf(line)
    const quantity = partOf(left, shares[at % shares.length] ?? 0)
    return quantity === 0n ? [] : [{ lineNumber: line.lineNumber, quantity }]
  })
}

export function firstOpen(lines: readonly LineProgress[], supplier: string): number | undefined {
  return lines.find((line) => line.supplierCompanyId === supplier && openOf(line) > 0n)?.delivery
}

/** A share of a quantity, rounded up: more than nothing of anything. */
export function partOf(quantity: Quantity, share: number): Quantity {
  return BigInt(Math.ceil(Number(quantity) * share))
}

function isInParcel(line: LineWish, cost: ShippingCostWish): boolean {
  return line.supplier === cost.supplier && [0, line.delivery].includes(cost.delivery)
}

function taxesOf(parts: readonly ShippingCostWish[], currency: string): bigint[] {
  const taxes = parts.map(() => 0n)
  const placed = parts.map((part, at) => ({ ...part, at }))
  for (const [, group] of Map.groupBy(placed, (part) => `${part.supplier} ${part.rate}`)) {
    const nets = group.map((part) => part.net)
    const whole = percentOf(money(sum(nets), currency), group[0]?.rate ?? '0')
    for (const [place, share] of allocate(whole.amountMinor, nets).entries()) {
      taxes[group[place]?.at ?? 0] = share
    }
  }
  return taxes
}

function lineOf(wish: LineWish, lineNumber: number, tax: bigint, currency: string): LineProgress {
  const zero = money(0n, currency)
  return {
    lineNumber,
    followsLine: undefined,
    productId: `prd_${lineNumber}`,
    sku: `SKU-${lineNumber}`,
    supplierCompanyId: wish.supplier,
    delivery: wish.delivery,
    quantity: wish.quantity,
    unit: 'MTR',
    ...untouched,
    net: money(wish.net, currency),
    tax: taxOf(wish.rate, tax, currency),
    total: money(wish.net + tax, currency),
    credited: zero,
    reducedOpen: zero,
    reducedKept: zero,
  }
}

function shippingCostOf(wish: ShippingCostWish, tax: bigint, currency: string): ShippingCost {
  const cost = {
    supplierCompanyId: wish.supplier,
    amount: money(wish.net, currency),
    tax: taxOf(wish.rate, tax, currency),
  }
  if (wish.delivery === 0) return { ...cost, kind: 'BELOW_MINIMUM' }
  return {
    ...cost,
    delivery: wish.delivery - 1,
    methodId: 'shm_1',
    name: 'Parcel',
    kind: 'DELIVERY',
    leadTimeDays: 1,
  }
}

function taxOf(rate: string, tax: bigint, currency: string) {
  const amount = money(tax, currency)
  return { category: 'S', rate, reasonCode: undefined, country: 'DE', amount } as const
}
