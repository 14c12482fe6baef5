export const frame = {
  search: 'Catalogue',
  orders: 'Orders',
  account: 'Your work',
  cart: 'Cart ({count, number})',
  notFound: 'Check the address, or go to the <link>catalogue</link>.',
}
