import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { decimalOf, isCurrency, type Money, parseMoney } from '#kernel/money'
import type { Checkout } from '#modules/checkout'
import { fail } from './failures.ts'
import { orderOf } from './order-of-date.ts'
import { firstDateFrom, type Schedule } from './schedule.ts'
import type { StandingOrderTerms } from './standing-order.ts'

export type MoneyText = { readonly amount: string; readonly currency: string }

type ScheduleInput = Omit<Schedule, 'until'> & { readonly until?: string | undefined }

/** What may differ on the day of the order: stock, budgets, frame contracts, credit and exchange rates do not refuse a standing order today. */
const ofTheDay: ReadonlySet<string> = new Set([
  'checkout.stock_short',
  'checkout.backorder_refused',
  'budgets.exceeded',
  'quotas.maximum_exceeded',
  'payments.credit_limit_exceeded',
  'checkout.discount_not_convertible',
  'checkout.shipping_not_convertible',
])

/** In minor units: beyond any order, and exact as a JavaScript number. */
const amountMax = 10n ** 15n

/** Throws the failure of a schedule that has no date from a day on. */
export function readSchedule(input: ScheduleInput, today: string): Schedule {
  const { every, unit, on, from, until } = input
  if (unit === 'WEEK' && on > 7) throw fail('weekday_unknown', { on })
  if (until !== undefined && until < from) throw fail('until_before_from', { from, until })
  const schedule = { every, unit, on, from, until }
  if (firstDateFrom(schedule, today) === undefined) throw fail('no_date_left')
  return schedule
}

export function readMaxTotal({ amount, currency }: MoneyText): Money {
  const money = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (!money || money.amountMinor <= 0n || money.amountMinor > amountMax) {
    throw fail('amount_invalid', { amount, currency })
  }
  return money
}

/** Refuses terms that no order could have today, apart from what may be different on its day. */
export async function assertOrderable(
  checkout: Pick<Checkout, 'validateOrder' | 'paymentMethods'>,
  actor: Actor,
  terms: StandingOrderTerms,
  today: string,
): Promise<void> {
  const { currency } = terms.maxTotal
  const methods = await checkout.paymentMethods(actor, { currency })
  const { refusal } = methods.find(({ method }) => method === 'invoice') ?? {}
  if (refusal === 'payments.no_credit_account') throw fail('net_terms_required', { currency })
  const total = await totalOf(checkout, actor, orderOf(terms, today))
  if (total && total.amountMinor > terms.maxTotal.amountMinor) {
    throw fail('max_total_exceeded', {
      total: { amount: decimalOf(total), currency },
      maxTotal: { amount: decimalOf(terms.maxTotal), currency },
    })
  }
}

/** Undefined: something of the day refuses the order before its total is known. */
async function totalOf(
  checkout: Pick<Checkout, 'validateOrder'>,
  actor: Actor,
  order: ReturnType<typeof orderOf>,
): Promise<Money | undefined> {
  try {
    return (await checkout.validateOrder(actor, order)).attempt.total
  } catch (error) {
    if (error instanceof Failure && ofTheDay.has(error.code)) return undefined
    throw error
  }
}
