import { comparedMax } from './compared.ts'

/** The products that a page compares. They stand in the address, so that a comparison can be sent to a colleague. */
export type CompareSearch = { readonly id?: readonly string[] }

export function readCompareSearch({ id }: Record<string, unknown>): CompareSearch {
  const ids = [id].flat().filter((one): one is string => typeof one === 'string' && one !== '')
  const [...distinct] = new Set(ids)
  return distinct.length === 0 ? {} : { id: distinct.slice(0, comparedMax) }
}
