export const frame = {
  search: 'Catalogue',
  orders: 'Orders',
  company: 'Company',
  palette: 'Type a page, an order number or a product',
  account: 'Your work',
  cart: 'Cart ({count, number})',
  notFound: 'Check the address, or go to the <link>catalogue</link>.',
  chats: 'Chats',
  toChat: 'Or say in a chat what you need',
}
