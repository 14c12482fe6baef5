import { type Visibility, visibilities } from './list-api.ts'

/** Which lists a person wants to see. It stands in the address. */
export type ListsSearch = { readonly visibility?: Visibility }

export function readListsSearch({ visibility }: Record<string, unknown>): ListsSearch {
  const known = visibilities.find((name) => name === visibility)
  return known === undefined ? {} : { visibility: known }
}
