import { expect, it } from 'vitest'
import type { RouteEntry } from '../types.ts'
import { createExactPath } from './exact-path.ts'

const routes = [
  '/api/v1/orders',
  '/api/v1/orders/:orderId',
  '/api/v1/orders/export',
  '/docs/*',
].map((url): RouteEntry => ({ method: 'GET', url, access: 'public', operationId: undefined }))

const exactPath = createExactPath(routes)

it.each([
  ['/api/v1/orders/', '/api/v1/orders'],
  ['/api/v1//orders?limit=2', '/api/v1/orders'],
  ['/API/V1/Orders', '/api/v1/orders'],
  ['/api/v1/ORDERS/ord_1aB/', '/api/v1/orders/ord_1aB'],
  ['/api/v1/orders/Export', '/api/v1/orders/export'],
  ['/api/v1/orders', undefined],
  ['/api/v1/orders/ord_1', undefined],
  ['/api/v1/order', undefined],
  ['/', undefined],
])('%s is %s', (url, path) => {
  expect(exactPath(url)).toBe(path)
})
