import { isCountry } from '#kernel/country'
import { missedPostalForms } from '#kernel/postal-code'
import { fail } from '../failures.ts'
import { addressesOf } from './arrange-deliveries.ts'
import type { OrderTerms } from './order-terms.ts'

export function assertAddresses(terms: OrderTerms): void {
  const { billTo } = terms
  const addresses = { ...addressesOf(terms), ...(billTo ? { billTo } : {}) }
  for (const [field, address] of Object.entries(addresses)) {
    if (!isCountry(address.country)) {
      throw fail('country_unknown', { field, country: address.country })
    }
    const forms = missedPostalForms(address.country, address.postalCode)
    if (forms) throw fail('postal_code_invalid', { field, country: address.country, forms })
  }
}
