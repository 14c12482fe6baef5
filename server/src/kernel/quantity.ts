import { type TNumberOptions, Type } from 'typebox'

/**
 * A quantity inside: whole thousandths of its unit, so 2.5 metres are 2500n. The columns of the database hold thousandths, too. JSON,
 * on the wire and where the database keeps some, has a number with at most three decimals: `numberOf` writes it, `quantityOf` reads it.
 */
export type Quantity = bigint

/** One unit: one piece, one metre. */
export const oneUnit: Quantity = 1_000n

/** The largest quantity of a line: a million units. */
export const quantityMax: Quantity = 1_000_000n * oneUnit

/** The largest stock of a product, in units. */
export const stockMax = 2_147_483_647

/**
 * A quantity in JSON: a number with at most three decimals, from a thousandth to a million. `{ minimum: 0 }` allows none. It is whole
 * where the unit is counted, which the reader checks, because only it knows the unit.
 */
export function quantitySchema(options: TNumberOptions = {}) {
  const limits = { minimum: 0.001, maximum: numberOf(quantityMax), examples: [10] }
  return Type.Refine(
    Type.Number({ ...limits, ...options }),
    (amount) => Math.round(amount * 1000) / 1000 === amount,
    () => 'must have at most three decimals',
  )
}

/** Reads the number of a body, a file or stored JSON. More than three decimals are rounded, so check them first. */
export function quantityOf(amount: number): Quantity {
  return BigInt(Math.round(amount * 1000))
}

/** The number for JSON and for people: 2.5 for 2500n, 3 for 3000n. `String()` of it is the decimal that documents show. */
export function numberOf(quantity: Quantity): number {
  return Number(quantity) / 1000
}

/** For `JSON.stringify`: the only bigints in what it writes are quantities. */
export function quantitiesAsNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? numberOf(value) : value
}

/** A line of a body or of stored JSON, with its quantity as it is inside. */
export function readQuantity<Line extends { readonly quantity: number }>({
  quantity,
  ...line
}: Line): Omit<Line, 'quantity'> & { readonly quantity: Quantity } {
  return { ...line, quantity: quantityOf(quantity) }
}

/** A choice or a change that may leave the quantity as it is. */
export function readOptionalQuantity<Line extends { readonly quantity?: number }>({
  quantity,
  ...line
}: Line): Omit<Line, 'quantity'> & { readonly quantity?: Quantity } {
  return { ...line, ...(quantity !== undefined && { quantity: quantityOf(quantity) }) }
}

/** A line as JSON has it. */
export type WithNumber<Line> = Omit<Line, 'quantity'> & { readonly quantity: number }

/** The same line for JSON. */
export function writeQuantity<Line extends { readonly quantity: Quantity }>({
  quantity,
  ...line
}: Line): WithNumber<Line> {
  return { ...line, quantity: numberOf(quantity) }
}

/** A decimal as files and documents write it: "2", "2.50", "0.125". Undefined when it is none, or has more than three decimals. */
export function parseQuantity(text: string): Quantity | undefined {
  const [, whole, decimals = ''] = /^([0-9]{1,12})(?:[.]([0-9]+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || !/^[0-9]{0,3}0*$/.test(decimals)) return undefined
  return BigInt(whole + decimals.slice(0, 3).padEnd(3, '0'))
}

export const isWhole = (quantity: Quantity): boolean => quantity % oneUnit === 0n

export function sumOfQuantities(quantities: Iterable<Quantity>): Quantity {
  let sum = 0n
  for (const quantity of quantities) sum += quantity
  return sum
}

export const lesser = (one: Quantity, other: Quantity): Quantity => (one < other ? one : other)

export const greater = (one: Quantity, other: Quantity): Quantity => (one > other ? one : other)
