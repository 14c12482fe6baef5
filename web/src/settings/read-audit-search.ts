import { readChoices } from '../components/choices.ts'

const read = readChoices('audit')

/** `?target=ord_01…` is how the API names the entries of a record: the list of the page with this filter. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>) {
  const { target, audit = target === undefined ? undefined : `;target=${target}` } = search
  return read({ audit })
}
