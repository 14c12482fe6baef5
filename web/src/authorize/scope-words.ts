/** What each scope means to the person who decides. The texts are short, complete, and in the order of a purchase. */
export const scopeWords: Readonly<
  Record<string, { readonly title: string; readonly text: string }>
> = {
  'products:read': {
    title: 'Look at products',
    text: 'Search the catalogue and see prices, stock and pictures.',
  },
  'orders:read': {
    title: 'See your cart and your company’s orders',
    text: 'Read carts, checkouts and orders, with addresses and prices.',
  },
  'orders:write': {
    title: 'Order for you',
    text: 'Change your cart, check out, and place, change or cancel orders.',
  },
  'payments:read': {
    title: 'See payments',
    text: 'Read what was paid, what is due and what was refunded.',
  },
  'payments:write': {
    title: 'Start and refund payments',
    text: 'Hand an order over to payment, collect it, and ask for refunds.',
  },
  'support:read': {
    title: 'Read support tickets',
    text: 'See what your company has asked support, and the answers.',
  },
  'support:write': {
    title: 'Write to support',
    text: 'Open tickets and answer in them for you.',
  },
  'webhooks:manage': {
    title: 'Send your company’s events elsewhere',
    text: 'Choose addresses that get events of orders, payments and products.',
  },
}
