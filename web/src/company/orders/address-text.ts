import type { Order } from './order-api.ts'

/** An address in one line. */
export function addressText(address: Order['shipTo']): string {
  const { name, company, line1, postalCode, city, country } = address
  return [company ?? name, line1, `${postalCode} ${city}`, country].join(', ')
}
