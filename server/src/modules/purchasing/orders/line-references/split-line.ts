import { Type } from 'typebox'
import { decimalOf, type Money, money, parseMoney } from '#kernel/money'
import { numberOf, type Quantity, quantityOf, sumOfQuantities } from '#kernel/quantity'
import { allocate } from '#modules/totals'
import {
  type Accounting,
  type Allocation,
  accountingFields,
  percentPlaces,
  type RequestedAllocation,
} from './allocation.ts'

const allocationReasons = [
  'BESIDE_REFERENCES',
  'PART_AMBIGUOUS',
  'PARTS_DIFFER',
  'PART_NOT_POSITIVE',
  'PERCENT_SUM',
  'QUANTITY_SUM',
  'AMOUNT_SUM',
  'AMOUNT_INVALID',
] as const

/** Why a line cannot be divided in this way. */
export type AllocationProblem = {
  readonly reason: (typeof allocationReasons)[number]
  /** The number of the allocation, from 1, if one of them is wrong. */
  readonly allocation?: number
  /** What the parts should add up to, and what they do. */
  readonly expected?: string
  readonly sum?: string
}

/** The same in the details of failures. */
export const allocationProblem = {
  reason: Type.Enum([...allocationReasons]),
  allocation: Type.Optional(Type.Integer()),
  expected: Type.Optional(Type.String()),
  sum: Type.Optional(Type.String()),
}

type Divided = Accounting & {
  readonly quantity?: Quantity
  readonly allocations?: readonly RequestedAllocation[] | undefined
}

const parts = ['percent', 'quantity', 'amount'] as const
const hundred = 100n * 10n ** BigInt(percentPlaces)

/** What is wrong with the allocations, as far as the price of the line does not matter. Undefined: nothing. */
export function problemOfAllocations(line: Divided): AllocationProblem | undefined {
  const { allocations, quantity } = line
  if (!allocations) return undefined
  if (accountingFields.some((field) => line[field] !== undefined)) {
    return { reason: 'BESIDE_REFERENCES' }
  }
  const named = allocations.map((one) => parts.filter((part) => one[part] !== undefined))
  const ambiguous = named.findIndex(({ length }) => length !== 1)
  if (ambiguous !== -1) return { reason: 'PART_AMBIGUOUS', allocation: ambiguous + 1 }
  const [kind] = named[0] ?? []
  const different = named.findIndex(([part]) => part !== kind)
  if (different !== -1) return { reason: 'PARTS_DIFFER', allocation: different + 1 }
  const empty = allocations.findIndex((one) => !isPositive(one))
  if (empty !== -1) return { reason: 'PART_NOT_POSITIVE', allocation: empty + 1 }
  if (kind === 'percent') {
    const sum = sumOf(allocations.map(({ percent = '0' }) => scaled(percent)))
    return sum === hundred
      ? undefined
      : { reason: 'PERCENT_SUM', expected: '100', sum: percentText(sum) }
  }
  if (kind !== 'quantity') return undefined
  const sum = sumOfQuantities(allocations.map((one) => quantityOf(one.quantity ?? 0)))
  if (sum === quantity) return undefined
  const expected = String(numberOf(quantity ?? 0n))
  return { reason: 'QUANTITY_SUM', expected, sum: String(numberOf(sum)) }
}

type Priced = {
  /** After the discount of the line and before tax. */
  readonly net: Money
  readonly tax: Money | undefined
}

/**
 * The parts of a line. Their amounts and taxes add up to the line, by largest remainder: the parts with the largest
 * fraction of a minor unit get one more.
 */
export function splitLine(
  allocations: readonly RequestedAllocation[],
  { net, tax }: Priced,
): { readonly parts: Allocation[] } | { readonly problem: AllocationProblem } {
  const weights = weightsOf(allocations, net.currency)
  if ('problem' in weights) return weights
  const isByAmount = allocations[0]?.amount !== undefined
  const sum = sumOf(weights.of)
  if (isByAmount && sum !== net.amountMinor) {
    const text = decimalOf(money(sum, net.currency))
    return { problem: { reason: 'AMOUNT_SUM', expected: decimalOf(net), sum: text } }
  }
  const nets = allocate(net.amountMinor, weights.of)
  const taxes = tax && allocate(tax.amountMinor, weights.of)
  return {
    parts: allocations.map(({ amount: _, ...one }, at) => ({
      ...one,
      amount: viewOf(nets[at], net.currency),
      ...(taxes && { tax: viewOf(taxes[at], net.currency) }),
    })),
  }
}

function weightsOf(
  allocations: readonly RequestedAllocation[],
  currency: string,
): { readonly of: bigint[] } | { readonly problem: AllocationProblem } {
  const weights: bigint[] = []
  for (const [at, { percent, quantity, amount }] of allocations.entries()) {
    if (percent !== undefined) weights.push(scaled(percent))
    else if (quantity !== undefined) weights.push(quantityOf(quantity))
    else {
      const read = amount?.currency === currency ? parseMoney(amount.amount, currency) : undefined
      if (!read) return { problem: { reason: 'AMOUNT_INVALID', allocation: at + 1 } }
      weights.push(read.amountMinor)
    }
  }
  return { of: weights }
}

/**
 * The share of each part in an amount that goes back, in proportion to what is left of it. The shares add up to the
 * amount, and no share is larger than what is left, as long as the amount is not.
 */
export function shareFromLeft(amount: bigint, left: readonly bigint[]): bigint[] {
  const rest = sumOf(left)
  if (rest > 0n) return allocate(amount, left)
  return left.map((_, at) => (at === 0 ? amount : 0n))
}

/** The parts as a request names them: in percent or quantity as they were, else as their share of the line. */
export function sharesOf(allocations: readonly Allocation[]): RequestedAllocation[] {
  const shares = allocate(
    hundred,
    allocations.map(({ amount }) => minorOf(amount)),
  )
  return allocations.map(({ amount: _, tax: __, ...one }, at) =>
    one.percent === undefined && one.quantity === undefined
      ? { ...one, percent: percentText(shares[at] ?? 0n) }
      : one,
  )
}

/** What the buyer pays for the part: its amount and its tax. */
export function costOfAllocation({ amount, tax }: Allocation): Money {
  return money(minorOf(amount) + (tax ? minorOf(tax) : 0n), amount.currency)
}

/** What is booked where: the parts of a divided line, or the whole line. `cost` is the whole. */
export function bookingsOf(
  line: Accounting & { readonly allocations?: readonly Allocation[] | undefined },
  cost: Money,
): (Accounting & { readonly amount: Money })[] {
  const { allocations, costCenter, glAccount, project } = line
  if (!allocations) return [{ costCenter, glAccount, project, amount: cost }]
  return allocations.map((one) => ({
    costCenter: one.costCenter,
    glAccount: one.glAccount,
    project: one.project,
    amount: costOfAllocation(one),
  }))
}

/** The references that hold for the whole line: its own, or those of its only allocation. */
export function accountingOf(
  line: Accounting & { readonly allocations?: readonly Allocation[] | undefined },
): Accounting {
  const { allocations } = line
  if (!allocations) return line
  const [only, ...others] = allocations
  return only && others.length === 0 ? only : {}
}

function isPositive({ percent, quantity, amount }: RequestedAllocation): boolean {
  if (percent !== undefined) return scaled(percent) > 0n
  return (quantity ?? 0) > 0 || /^[0-9.]*[1-9]/.test(amount?.amount ?? '')
}

/** A percentage as an integer. */
function scaled(percent: string): bigint {
  const [whole = '', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(percentPlaces, '0'))
}

function percentText(value: bigint): string {
  const digits = value.toString().padStart(percentPlaces + 1, '0')
  const text = `${digits.slice(0, -percentPlaces)}.${digits.slice(-percentPlaces)}`
  return text.replace(/\.?0+$/, '')
}

export function minorOf({
  amount,
  currency,
}: {
  readonly amount: string
  readonly currency: string
}) {
  const read = parseMoney(amount, currency)
  if (!read) throw new Error(`${amount} is not a stored amount of ${currency}`)
  return read.amountMinor
}

function viewOf(minor = 0n, currency: string) {
  return { amount: decimalOf(money(minor, currency)), currency }
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
