/** The unit of which the person looks at a list. It stands in the address of the page. */
export type UnitSearch = { readonly unit?: string }

export function readUnitSearch({ unit }: Record<string, unknown>): UnitSearch {
  return typeof unit === 'string' && unit !== '' ? { unit } : {}
}
