/** What the person looks for. It stands in the address. */
export type OwnProductsSearch = { readonly q?: string }

export function readOwnProductsSearch({ q }: Record<string, unknown>): OwnProductsSearch {
  return typeof q === 'string' && q !== '' ? { q } : {}
}
