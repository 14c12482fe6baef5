const pages =
  /^(?:\/(?:products\/[A-Za-z0-9_-]{1,64}|cart|checkout(?:\/[A-Za-z0-9_-]{1,64})?|quick-order|orders(?:\/[A-Za-z0-9_-]{1,64})?)?|\/account(?:\/(?:orders|supplied-orders|approvals|tickets|offer-requests|carts|requisitions|standing-orders|contracts|approval-rules)\/[A-Za-z0-9_-]{1,64}|\/(?:invitation|carts|requisitions|standing-orders|contracts|approval-rules))?)$/

/** Only our own pages: a link to the sign-in page must not lead to another site afterwards. */
export function safeReturn(to: string | undefined): string {
  const [path = '', query] = (to ?? '').split('?')
  if (!pages.test(path)) return '/account'
  // What a person searched for stands in the address of the pages on which companies buy.
  const isKept = query !== undefined && !path.startsWith('/account')
  return isKept ? `${path}?${new URLSearchParams(query)}` : path
}
