import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import type { Cursors } from './cursors.ts'
import { ok } from './envelope.ts'
import { fail } from './failures.ts'

export const defaultPageSize = 20
export const largestPage = 100

/** The parameters of every list. With filters: `Type.Object({ ...PageQuery.properties, state: ... })`. */
export const PageQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: '`meta.nextCursor` of the previous page. Keep the other parameters the same.',
    }),
  ),
  limit: Type.Integer({
    default: defaultPageSize,
    minimum: 1,
    maximum: largestPage,
    description: 'The maximum number of items on a page.',
  }),
})

type Listed<Data> = { success: true; data: Data; meta: { limit: number; nextCursor?: string } }

/** The page that a request asks for, and the way to answer with it. */
export type Page = {
  readonly limit: number
  /** Ask the store for this many: the one too many says that there is a next page. */
  readonly probe: number
  /** Where the page before ended, as `answer` signed it; undefined on the first page. */
  after<Schema extends TSchema>(position: Schema): Static<Schema> | undefined
  /**
   * The envelope of the page. `positionOf` says where the next one starts: the sort key of the last item. `goesOnBehind`:
   * where a reading ended before the list did, so that a page that is not full is not taken for the last one.
   */
  answer<Item, View>(
    found: readonly Item[],
    view: (item: Item) => View,
    positionOf: (last: Item) => unknown,
    ended?: { readonly goesOnBehind: unknown },
  ): Listed<View[]>
  /** The same with the items under a name, where clients know them by it. */
  answerAs<Name extends string, Item, View>(
    name: Name,
    found: readonly Item[],
    view: (item: Item) => View,
    positionOf: (last: Item) => unknown,
  ): Listed<Record<Name, View[]>>
}

type Query = { readonly cursor?: string; readonly limit?: number }

export function pageOf(request: FastifyRequest, cursors: Cursors): Page {
  const { cursor, limit = defaultPageSize } = request.query as Query
  const scope = cursorScopeOf(request)
  const page: Page = {
    limit,
    probe: limit + 1,
    after: (schema) => {
      if (cursor === undefined) return undefined
      const position = cursors.read(scope, cursor)
      // Signed by us, but perhaps by the release before this one.
      if (!Value.Check(schema, position)) throw fail('cursor_invalid')
      return position as Static<typeof schema>
    },
    answer: (found, view, positionOf, ended) => {
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const data = items.map((item) => view(item))
      const isFull = found.length > limit && last !== undefined
      const place = isFull ? positionOf(last) : ended?.goesOnBehind
      if (place === undefined) return ok(data, { limit })
      return ok(data, { limit, nextCursor: cursors.sign(scope, place) })
    },
    answerAs: (name, found, view, positionOf) => {
      const { data, meta } = page.answer(found, view, positionOf)
      return ok({ [name]: data } as Record<typeof name, typeof data>, meta)
    },
  }
  return page
}

/** Another operation, another filter or another company: another list. The size of a page may change on the way. */
export function cursorScopeOf(request: FastifyRequest): string {
  const { cursor: _cursor, limit: _limit, ...filters } = request.query as Record<string, unknown>
  const { schema, url, method } = request.routeOptions
  const operation = schema?.operationId ?? `${method} ${url}`
  const company = request.principal?.companyId ?? 'public'
  return canonicalJson([operation, company, request.params, filters] as Hashable)
}
