/** The unit whose list the person looks at. It stands in the address of the page. */
export type UnitSearch = { readonly unit?: string }

export function readUnitSearch({ unit }: Record<string, unknown>): UnitSearch {
  return typeof unit === 'string' && unit !== '' ? { unit } : {}
}
