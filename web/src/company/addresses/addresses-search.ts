/** The unit whose addresses the person looks at. It stands in the address of the page. */
export type AddressesSearch = { readonly unit?: string }

export function readAddressesSearch({ unit }: Record<string, unknown>): AddressesSearch {
  return typeof unit === 'string' && unit !== '' ? { unit } : {}
}
