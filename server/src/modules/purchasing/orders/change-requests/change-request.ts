import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import { fail } from '../failures.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Address } from '../order.ts'
import { moreOf } from '../proposals/terms.ts'
import type { Addition } from '../raises/added-lines.ts'
import type { AgreedChange } from '../raises/waiting-raise-store.ts'

export const changeRequestStates = ['OPEN', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'LAPSED'] as const

/** LAPSED: the supplier did not decide in time, the buyer did not pay in time, or pieces of its lines were cancelled. Only ACCEPTED changes the lines. */
export type ChangeRequestState = (typeof changeRequestStates)[number]

export type RequestedLine = {
  readonly lineNumber: number
  /** The pieces that the supplier delivers of the line in all, without those that are cancelled. */
  readonly quantityBefore: Quantity
  readonly quantity: Quantity
  /** The promise of the supplier when the buyer made the request. */
  readonly promisedDate?: string | undefined
  /** The day on which the buyer wants the line. Undefined: the day does not change. */
  readonly requestedDate?: string | undefined
  /** The address to which all that is open of the line is to go. Undefined: the address does not change. */
  readonly shipTo?: Address | undefined
}

export type LineChange = { readonly line: LineProgress; readonly requested: RequestedLine }

/** The supplier has accepted a request. It binds when the buyer has paid what the order costs more. */
export type Agreement = {
  readonly by: string
  readonly at: Date
  /** The buyer reads it. */
  readonly note: string | undefined
  readonly due: Money
}

/** What a buyer requests to change of the part of one supplier. */
export type ChangeRequest = {
  readonly id: Id<'chr'>
  /** The buyer. */
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly supplierCompanyId: string
  readonly state: ChangeRequestState
  readonly lines: readonly RequestedLine[]
  readonly reason: string
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly remindedAt: Date | undefined
  readonly lapsesAt: Date
  /** Undefined: the supplier has not accepted it, or there is nothing to pay. */
  readonly agreement: Agreement | undefined
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
  readonly decisionNote: string | undefined
  /** The supplier has accepted it, and others in the buying company have to approve that. */
  readonly awaitsApproval?: boolean
}

/** The request, as what both sides agree on names it. */
export function agreedIn({ id: changeRequestId, lines }: ChangeRequest): AgreedChange {
  return { changeRequestId, lineNumbers: lines.map(({ lineNumber }) => lineNumber) }
}

/** Throws if one side has decided on the request, or its time is over. */
export function assertOpen({ id: changeRequestId, state }: ChangeRequest): void {
  if (state !== 'OPEN') throw fail('change_request_already_decided', { changeRequestId, state })
}

export type ChangeRequestOutcome = Exclude<ChangeRequestState, 'OPEN'>

/** What the requested changes add to their lines. */
export function additionsIn(changes: readonly LineChange[]): Addition[] {
  return changes.flatMap(({ line, requested }) => {
    const { requestedDate: agreed } = requested
    const quantity = moreOf(line, requested)
    const days = agreed === undefined ? {} : { promisedDate: agreed, agreedDate: agreed }
    return quantity > 0n ? [{ line: { ...line, ...days }, quantity }] : []
  })
}

/** The lines of the order that the request is about, each with what it requests. */
export function linesIn(lines: readonly LineProgress[], { lines: requested }: ChangeRequest) {
  const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
  return requested.flatMap((one) => {
    const line = byNumber.get(one.lineNumber)
    return line ? [{ line, requested: one }] : []
  })
}
