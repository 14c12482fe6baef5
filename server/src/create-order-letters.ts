import type { CheckoutDeps } from '#modules/checkout'
import { listOrderReaders, listReachable } from '#modules/identity'
import { type LettersDeps, ordersSettings } from '#modules/orders'
import { mailSettings } from '#platform/mail'
import type { AppOptions } from './app.ts'
import { publicUrlOf } from './public-url.ts'

/** What the letters about orders need to know: who reads them, where they lead to, and whether anybody sends them. */
export function orderLettersOf(options: AppOptions): LettersDeps {
  const { settings, now, metrics } = options
  const { ORDERS_PAGE_URL: page } = settings.of(ordersSettings)
  const api = `${publicUrlOf(options)}/api/v1`
  return {
    readersOf: listOrderReaders,
    linkOf: (orderId, as) => {
      if (page !== undefined) return `${page}#${orderId}`
      return `${api}/${as === 'placer' ? 'orders' : 'supplier/orders'}/${orderId}`
    },
    isMailTaken: isMailTaken(options),
    now,
    metrics,
  }
}

/** How whoever checked out is told that a colleague has cancelled it. */
export function checkoutLettersOf(
  options: AppOptions,
): Pick<CheckoutDeps, 'reach' | 'isMailTaken'> {
  return { reach: listReachable, isMailTaken: isMailTaken(options) }
}

function isMailTaken({ settings }: AppOptions): boolean {
  return settings.of(mailSettings).MAIL_SMTP_URL !== undefined
}
