import { Decimal } from 'decimal.js'
import type { Quantity } from '#kernel/quantity'

/** A column of `products.products` that keeps a field. */
export type Column<Value> = {
  readonly name: string
  /** Its type: `texts` is `text[]`, `flag` is `boolean`, `day` is `date`. */
  readonly kind: 'text' | 'texts' | 'integer' | 'bigint' | 'numeric' | 'flag' | 'day' | 'json'
  /** The value as the database takes it. Undefined: null. */
  write(value: Value): string | number | boolean | readonly string[] | undefined
  /** The value as the driver returns it. */
  read(stored: unknown): Value
}

function asItIs<Value extends string | number | boolean | readonly string[]>(
  name: string,
  kind: Column<Value>['kind'],
): Column<Value> {
  return { name, kind, write: (value) => value, read: (stored) => stored as Value }
}

export const textColumn = (name: string) => asItIs<string>(name, 'text')
export const textsColumn = (name: string) => asItIs<readonly string[]>(name, 'texts')
export const integerColumn = (name: string) => asItIs<number>(name, 'integer')
/** Thousandths of the unit. */
export const quantityColumn = (name: string): Column<Quantity> => ({
  name,
  kind: 'bigint',
  write: (value) => Number(value),
  read: (stored) => BigInt(stored as number),
})

export const dayColumn = (name: string) => asItIs<string>(name, 'day')

export const decimalColumn = (name: string): Column<Decimal> => ({
  name,
  kind: 'numeric',
  write: (value) => value.toFixed(),
  read: (stored) => new Decimal(stored as string),
})

/** `numeric`, for a number that nobody calculates with. */
export const numberColumn = (name: string): Column<number> => ({
  name,
  kind: 'numeric',
  write: (value) => value.toString(),
  read: (stored) => Number(stored),
})

/** A column that may be null: a product may lack the field. */
export const optional = <Value>(column: Column<Value>): Column<Value | undefined> => ({
  ...column,
  write: (value) => (value === undefined ? undefined : column.write(value)),
  read: (stored) => (stored === null ? undefined : column.read(stored)),
})
