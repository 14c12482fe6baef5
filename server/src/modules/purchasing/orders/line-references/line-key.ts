import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { accountingFields, type RequestedAllocation } from './allocation.ts'

/** What tells lines of one product apart. */
export type LineDistinction = {
  readonly allocations?: RequestedAllocation[] | undefined
  readonly requestedDate?: string | undefined
  /** The address of the address book to which the line goes. Undefined: that of the order. An order has deliveries instead. */
  readonly addressId?: string | undefined
}

/**
 * Equal for lines with equal allocations, in whatever order and with whatever zeros they are written, one requested date and one
 * address. Empty for a line without any of them. It is short, because an index has it.
 */
export function lineKeyOf({ allocations, requestedDate, addressId }: LineDistinction): string {
  if (!allocations && requestedDate === undefined && addressId === undefined) return ''
  const parts = allocations?.map((one) => JSON.stringify(partOf(one))).sort()
  const address = addressId === undefined ? [] : [addressId]
  const text = JSON.stringify([requestedDate ?? null, parts ?? null, ...address])
  return createHash('sha256').update(text).digest('base64url')
}

/** Equal for lines of a cart, an order or a requisition that name the same product and are equal otherwise. */
export function productLineKeyOf(line: LineDistinction & { readonly productId: string }): string {
  return `${line.productId} ${lineKeyOf(line)}`
}

function partOf({ percent, quantity, amount, ...booked }: RequestedAllocation) {
  return [
    ...accountingFields.map((field) => booked[field] ?? null),
    percent === undefined ? null : new Decimal(percent).toFixed(),
    quantity ?? null,
    amount ? [new Decimal(amount.amount).toFixed(), amount.currency] : null,
  ]
}
