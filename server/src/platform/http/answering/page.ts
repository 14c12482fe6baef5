import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { canonicalJson, type Hashable } from '#kernel/canonical'
import { fail } from '../failures.ts'
import type { Cursors } from './cursors.ts'
import { ok } from './envelope.ts'

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

/** The page that a request asks for, and how to answer with it. */
export type Page = {
  readonly limit: number
  /** How many items to read. An item above the limit shows that there is a next page. */
  readonly probe: number
  /** The position where the previous page ended, as `answer` signed it. Undefined on the first page. */
  after<Schema extends TSchema>(position: Schema): Static<Schema> | undefined
  /**
   * The envelope of the page. `positionOf` gives the position of the next page: the sort key of the last item. `continuesAfter` is
   * the position where a reading stopped before the list ended. So a page that is not full is not taken for the last one.
   */
  answer<Item, View>(
    found: readonly Item[],
    view: (item: Item) => View,
    positionOf: (last: Item) => unknown,
    ended?: { readonly continuesAfter: unknown },
  ): Listed<View[]>
}

type Query = { readonly cursor?: string; readonly limit?: number }

export function pageOf(request: FastifyRequest, cursors: Cursors): Page {
  const { cursor, limit = defaultPageSize } = request.query as Query
  const scope = cursorScopeOf(request)
  return {
    limit,
    probe: limit + 1,
    after: (schema) => {
      if (cursor === undefined) return undefined
      const position = cursors.read(scope, cursor)
      // We signed this position, but perhaps an older release did.
      if (!Value.Check(schema, position)) throw fail('cursor_invalid')
      return position as Static<typeof schema>
    },
    answer: (found, view, positionOf, ended) => {
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const data = items.map((item) => view(item))
      const isFull = found.length > limit && last !== undefined
      const place = isFull ? positionOf(last) : ended?.continuesAfter
      if (place === undefined) return ok(data, { limit })
      return ok(data, { limit, nextCursor: cursors.sign(scope, place) })
    },
  }
}

/** Another operation, filter or company is another list. The size of the page may change from page to page. */
export function cursorScopeOf(request: FastifyRequest): string {
  const { cursor: _cursor, limit: _limit, ...filters } = request.query as Record<string, unknown>
  const { schema, url, method } = request.routeOptions
  const operation = schema?.operationId ?? `${method} ${url}`
  const company = request.principal?.companyId ?? 'public'
  return canonicalJson([operation, company, request.params, filters] as Hashable)
}
