import { type Html, html } from './layout.ts'
import type { AccountWords, Money } from './words.ts'

/** A part of a line. Orders show the amount of each, carts and requisitions only what their owner named. */
export type ShownAllocation = {
  readonly costCenter?: string
  readonly glAccount?: string
  readonly project?: string
  readonly percent?: string
  readonly quantity?: number
  readonly amount?: Money
  readonly tax?: Money
}

export type ShownDistinction = {
  readonly requestedDate?: string
  readonly allocations?: readonly ShownAllocation[]
}

/** The day on which the line should arrive, and what its parts are booked on. */
export function lineDistinction(
  words: AccountWords,
  { requestedDate, allocations = [] }: ShownDistinction,
): Html {
  const { t, day } = words
  return html`${requestedDate !== undefined && html`<span class="small quiet">${t('order.wanted', { day: day(requestedDate) })}</span>`}${allocations.map((one) => html`<span class="small quiet">${bookingText(words, one)}</span>`)}`
}

function bookingText(words: AccountWords, allocation: ShownAllocation): string {
  const { costCenter, glAccount, project } = allocation
  const part = partText(words, allocation)
  return [costCenter, glAccount, project, part].filter((text) => text !== undefined).join(' · ')
}

function partText(words: AccountWords, { percent, quantity, amount }: ShownAllocation) {
  if (amount) return words.money(amount)
  if (percent !== undefined) return `${percent} %`
  return quantity === undefined ? undefined : `${words.quantity(quantity)} ×`
}
