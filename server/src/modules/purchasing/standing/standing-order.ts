import { type Actor, hasScopeSomewhere, may, ownerIdOf } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Address } from '#modules/orders'
import type { RequestedReferences } from '#modules/orders/line-references'
import type { Schedule } from './schedule.ts'

export const standingOrderStates = ['ACTIVE', 'PAUSED', 'ENDED'] as const

export type StandingOrderState = (typeof standingOrderStates)[number]

/** Why a standing order is paused or has ended. */
export const stateReasons = [
  'BY_REQUEST',
  'OWNER_LEFT',
  'OWNER_MAY_NOT_ORDER',
  'SCHEDULE_OVER',
] as const

export type StateReason = (typeof stateReasons)[number]

export type StandingOrderLine = RequestedReferences & {
  readonly productId: string
  readonly quantity: Quantity
}

/** What is ordered on each date, and for how much at most. */
export type StandingOrderTerms = {
  readonly lines: readonly StandingOrderLine[]
  readonly shipTo: Address
  readonly poNumber: string | undefined
  readonly costCenter: string | undefined
  /** The unit for which it orders. Undefined: the one for which its owner buys on the day. */
  readonly unitId: string | undefined
  /** The requested day of an order is so many days after its date. */
  readonly deliveryDays: number | undefined
  /** With tax and shipping cost. Each order is in this currency. */
  readonly maxTotal: Money
}

export type StandingOrder = StandingOrderTerms & {
  readonly id: Id<'sto'>
  readonly companyId: Id<'co'>
  /** The person in whose name the orders are placed. */
  readonly ownerId: string
  /** The person who gave the address. Undefined: the owner. */
  readonly shipToBy: string | undefined
  readonly name: string
  readonly state: StandingOrderState
  readonly reason: StateReason | undefined
  readonly schedule: Schedule
  /** The first date of the schedule that has no run yet. Undefined: none is left. */
  readonly nextDate: string | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** DUE and FAILED are open: they are tried on `tryOn`. */
export const runStates = ['DUE', 'FAILED', 'PLACED', 'SKIPPED'] as const

export type RunState = (typeof runStates)[number]

/** REFUSED: by the checks of an order, on its date and on three working days more. MISSED: nobody could try it. */
export const skipReasons = ['BY_REQUEST', 'REFUSED', 'MISSED', 'ENDED'] as const

export type SkipReason = (typeof skipReasons)[number]

/** A failure that refused an order. Its sentence is English. */
export type Refusal = {
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** One date of a standing order. */
export type Run = {
  readonly companyId: string
  readonly standingOrderId: string
  /** The date of the schedule, before it moves to a working day. */
  readonly date: string
  readonly state: RunState
  /** The day of the next try, or of the last one. */
  readonly tryOn: string
  /** After a refusal on this day the date is skipped. */
  readonly lastTryOn: string
  readonly tries: number
  readonly reason: SkipReason | undefined
  /** What refused the last try. */
  readonly failure: Refusal | undefined
  readonly order: { readonly id: string; readonly number: string } | undefined
  readonly changedAt: Date
}

export const linesMax = 200
/** The most standing orders of a company that have not ended. */
export const openMax = 200
/** A refused date is tried again on so many working days. */
export const retryDays = 3

type NewRun = Pick<Run, 'date' | 'state' | 'tryOn' | 'lastTryOn' | 'changedAt'> &
  Partial<Pick<Run, 'reason'>>

/** The run of a date that nobody has tried. */
export function newRun(
  { companyId, id }: Pick<StandingOrder, 'companyId' | 'id'>,
  { reason, ...run }: NewRun,
): Run {
  return {
    companyId,
    standingOrderId: id,
    tries: 0,
    reason,
    failure: undefined,
    order: undefined,
    ...run,
  }
}

export function isOpenRun({ state }: Pick<Run, 'state'>): boolean {
  return state === 'DUE' || state === 'FAILED'
}

export function mayOrder(actor: Actor): boolean {
  return hasScopeSomewhere(actor, 'payments:write')
}

export function isOwner(actor: Actor, { ownerId }: Pick<StandingOrder, 'ownerId'>): boolean {
  return ownerIdOf(actor) === ownerId
}

/** The place stays, without the name, telephone and e-mail address of its person. */
export function withoutPerson({ phone: _phone, email: _email, ...place }: Address): Address {
  return { ...place, name: 'Erased person' }
}

/** Its owner, administrators and operators decide whether its dates become orders. Only its owner decides what is ordered. */
export function maySteer(actor: Actor, standingOrder: Pick<StandingOrder, 'ownerId'>): boolean {
  return (
    isOwner(actor, standingOrder) ||
    may(actor, 'administer_company') ||
    may(actor, 'act_for_every_company')
  )
}
