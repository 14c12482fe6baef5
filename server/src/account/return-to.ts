import { companyAddresses } from './company-addresses.ts'

const accountPages =
  /^\/account(?:\/(?:orders|supplied-orders|approvals|tickets|offer-requests|carts|requisitions|standing-orders|contracts|approval-rules)\/[A-Za-z0-9_-]{1,64}|\/(?:invitation|carts|requisitions|standing-orders|contracts|approval-rules))?$/

const companyPages = companyAddresses.map(
  (address) => new RegExp(`^${address.replace(':id', '[A-Za-z0-9_-]{1,64}')}$`),
)

/** Only our own pages: a link to the sign-in page must not lead to another site afterwards. */
export function safeReturn(to: string | undefined): string {
  const [path = '', query] = (to ?? '').split('?')
  if (companyPages.some((page) => page.test(path))) {
    // What a person searched for stands in the address.
    return query === undefined ? path : `${path}?${new URLSearchParams(query)}`
  }
  return accountPages.test(path) ? path : '/account'
}
