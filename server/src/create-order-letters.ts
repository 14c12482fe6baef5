import { listOrderReaders } from '#modules/identity'
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
    isMailTaken: settings.of(mailSettings).MAIL_SMTP_URL !== undefined,
    now,
    metrics,
  }
}
