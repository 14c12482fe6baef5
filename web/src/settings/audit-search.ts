/** Which entries of the audit log the address asks for. */
export type AuditSearch = { readonly company?: string; readonly target?: string }

export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const company = String(search.company ?? '').trim()
  const target = String(search.target ?? '').trim()
  return { ...(company !== '' && { company }), ...(target !== '' && { target }) }
}
