import { Type } from 'typebox'
import { numberOf, type Quantity, quantityOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import type { Column } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** How a supplier takes orders beyond its stock. */
export type Backorder = {
  /** Working days of the supplier. */
  readonly leadTimeDays: number
  /** The sum that may wait at a time. Undefined: without a limit. */
  readonly maxQuantity: Quantity | undefined
}

export type StoredBackorder = { readonly leadTimeDays: number; readonly maxQuantity?: number }

const column: Column<Backorder | null> = {
  name: 'backorder',
  kind: 'json',
  write: (value) => (value ? JSON.stringify(inJson(value)) : undefined),
  read: (stored) => readBackorder(stored as StoredBackorder | null),
}

/** What happens to orders beyond the stock. Null: they are refused. */
export const backorder = {
  name: 'backorder',
  headers: 'backorder backorders backorderdays nachlieferung rueckstand reliquat',
  read: backorderIn,
  digest: 30,
  column,
  absent: null,
  isSame: (one, other) => cellOf(one) === cellOf(other),
  view: {
    schema: Type.Optional(
      record('Backorder', 'How the supplier takes orders beyond its stock. On net terms only.', {
        allowed: Type.Literal(true),
        leadTimeDays: Type.Integer({
          description: 'The working days of the supplier until what it lacks arrives.',
        }),
        maxQuantity: Type.Optional(
          quantitySchema({
            description: 'The sum of all orders that may wait at a time. Absent: without a limit.',
          }),
        ),
      }),
    ),
    of: (value) => (value ? { allowed: true, ...inJson(value) } : undefined),
  },
  json: (value) => (value ? { allowed: true, ...inJson(value) } : { allowed: false }),
  cell: cellOf,
  bmecat: { part: 'EXTENSIONS', element: 'UDX.PURVEYOR.BACKORDER' },
  example: [
    { allowed: true, leadTimeDays: 14 },
    { allowed: true, leadTimeDays: 10, maxQuantity: 500 },
  ],
} as const satisfies Field<Backorder | null>

export function readBackorder(stored: StoredBackorder | null): Backorder | null {
  return (
    stored && {
      leadTimeDays: stored.leadTimeDays,
      maxQuantity: stored.maxQuantity === undefined ? undefined : quantityOf(stored.maxQuantity),
    }
  )
}

function inJson({ leadTimeDays, maxQuantity }: Backorder): StoredBackorder {
  return {
    leadTimeDays,
    ...(maxQuantity !== undefined && { maxQuantity: numberOf(maxQuantity) }),
  }
}

/** `no`, `14` or `14|500`: the days, and the limit. */
function cellOf(value: Backorder | null): string {
  if (!value) return 'no'
  const { leadTimeDays, maxQuantity } = inJson(value)
  return maxQuantity === undefined ? String(leadTimeDays) : `${leadTimeDays}|${maxQuantity}`
}

const daysMax = 365
const limitMax = 1_000_000_000
const refused = /^(?:no|nein|non|false|none)$/i

/** A cell, or an object of a JSON record. */
function backorderIn(record: RecordReader, name: string): Backorder | null | undefined {
  const given = record.raw(name)
  if (given === undefined || given === '') return undefined
  if (isObject(given)) {
    const { allowed, leadTimeDays, maxQuantity } = given
    if (allowed === false) return null
    return readTerms(record, name, leadTimeDays, maxQuantity)
  }
  const text = String(given).trim()
  if (refused.test(text)) return null
  const [days = '', limit, ...others] = text.split('|')
  const isCell = others.length === 0 && /^[0-9]{1,3}$/.test(days)
  const amount = limit === undefined ? undefined : record.amountIn(limit.trim())?.toNumber()
  if (!isCell || (limit !== undefined && amount === undefined)) return complain(record, name)
  return readTerms(record, name, Number(days), amount)
}

function readTerms(
  record: RecordReader,
  name: string,
  leadTimeDays: unknown,
  limit: unknown,
): Backorder | undefined {
  const areDays = Number.isInteger(leadTimeDays) && isWithin(leadTimeDays, 0, daysMax)
  const isLimit = limit === undefined || isWithin(limit, 0.001, limitMax)
  if (!areDays || !isLimit) return complain(record, name)
  const maxQuantity: Quantity | undefined = limit === undefined ? undefined : quantityOf(limit)
  return { leadTimeDays, maxQuantity }
}

function complain(record: RecordReader, name: string): undefined {
  const message =
    'A backorder has its days, from 0 to 365, and perhaps a limit after a bar: 14|500. Or it is no. It was left out.'
  record.complain('backorder_invalid', message, name, false)
  return undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
