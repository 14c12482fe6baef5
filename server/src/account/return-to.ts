const pages =
  /^\/account(?:\/(?:orders|supplied-orders|approvals|tickets|offer-requests|carts|requisitions|standing-orders|contracts|approval-rules)\/[A-Za-z0-9_-]{1,64}|\/(?:invitation|carts|requisitions|standing-orders|contracts|approval-rules))?$/

/** Only our own pages: a link to the sign-in page must not lead to another site afterwards. */
export function safeReturn(to: string | undefined): string {
  const [path = ''] = (to ?? '').split('?')
  return pages.test(path) ? path : '/account'
}
