/** The addresses of the pages on which companies buy. One page is behind all of them, and its script reads the address. */
export const companyAddresses = [
  '/',
  '/products/:id',
  '/cart',
  '/checkout',
  '/checkout/:id',
  '/quick-order',
  '/orders',
  '/orders/:id',
  '/approvals',
  '/approvals/:id',
  '/requisitions',
  '/requisitions/:id',
  '/company',
  '/company/:id',
]
