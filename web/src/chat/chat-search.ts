/** The address of the page has the session, so that a reload continues it. */
export type ChatSearch = { readonly session?: string }

export function readChatSearch(search: Readonly<Record<string, unknown>>): ChatSearch {
  const session = String(search.session ?? '').trim()
  return session === '' ? {} : { session }
}
