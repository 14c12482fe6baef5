import { Type } from 'typebox'
import { Locale } from './route-config.ts'
import type { Visit } from './visit.ts'

export const PageQuery = Type.Object({
  ...Locale,
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
})

/** A page of a list of the API, and the address of our page with the older records. */
export async function readPage<Item>(
  visit: Visit,
  path: string,
  cursor: string | undefined,
): Promise<{ readonly items: readonly Item[]; readonly older: string | undefined }> {
  const of = (text: string) => `cursor=${encodeURIComponent(text)}`
  const from = cursor === undefined ? '' : `&${of(cursor)}`
  const { items, next } = await visit.list<Item>(`${path}?limit=50${from}`)
  return { items, older: next === undefined ? undefined : `${visit.address}?${of(next)}` }
}
