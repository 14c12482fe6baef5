import type { Readable } from 'node:stream'
import { type TProperties, Type } from 'typebox'
import type { Database } from '#platform/db'
import {
  failPlatform,
  type Http,
  listResponse,
  PageQuery,
  list as pageSchema,
  Refusal,
  type Routes,
  sendFile,
} from '#platform/http'
import { csvHeader, csvRow } from './csv.ts'
import { type Field, fieldsOf } from './fields.ts'
import type { Cut, List, ListRequest, OwnSort, Position, ReadRows, Sort } from './list.ts'
import { readChanges, readRows } from './read-rows.ts'
import { updatedThrough } from './updated-through.ts'

/** The name of the order by the time of the last change. */
const byChange = 'updatedAt'

/** The rows of one page of a file. */
const csvPageSize = 500

/** A cursor: where the next page starts, and for a reading by changes the time up to which it goes. */
const Place = Type.Object({
  at: Type.Array(Type.Union([Type.String(), Type.Number()])),
  through: Type.Optional(Type.String()),
})

/** The routes of these lists. */
export function listRoutes(database: Database, ...lists: readonly List[]): Routes {
  return async (http) => {
    for (const one of lists) {
      addPages(http, database, one)
      if (one.csv) addFile(http, database, one, one.csv)
    }
  }
}

function addPages(http: Http, database: Database, list: List): void {
  const facts = {
    columns: columnsOf(list),
    filters: Object.keys(list.filters),
    sorts: sortNamesOf(list),
    ...(list.within && { within: list.within.name }),
    ...(list.csv && { isFile: true }),
  }
  http.route({
    method: 'GET',
    url: list.url,
    config: { ...list.config, list: facts },
    schema: {
      operationId: list.operationId,
      ...describeList(list),
      querystring: Type.Object({ ...queryOf(list), ...PageQuery.properties }),
      response: answersOf(list),
    },
    handler: async (request) => {
      const { page } = request
      const asked = request as unknown as ListRequest
      const place = page.after(Place)
      const through = await throughOf(database, list, asked, place?.through)
      const cut = { after: place?.at, limit: page.probe }
      const { found, continuesAfter } = await readPart(database, list, asked, through, cut)
      const views = await list.show(
        found.slice(0, page.limit).map(({ row }) => row),
        asked,
      )
      const placeAt = (at: Position) => ({ at, ...(through !== undefined && { through }) })
      const items = found.map(({ position }, at) => ({ position, view: views[at] as object }))
      const answer = page.answer(
        items,
        ({ view }) => view,
        ({ position }) => placeAt(position),
        { continuesAfter: continuesAfter && placeAt(continuesAfter) },
      )
      const data = list.within ? { [list.within.name]: answer.data } : answer.data
      if (through === undefined) return { ...answer, data } as never
      return { ...answer, data, meta: { ...answer.meta, updatedThrough: through } } as never
    },
  })
}

function answersOf({ item, within, examples, writtenAt }: List) {
  const isChanging = writtenAt !== undefined
  if (within) return listResponse(within.view, { isChanging })
  return pageSchema(item, { ...(examples && { examples }), isChanging })
}

function addFile(
  http: Http,
  database: Database,
  list: List,
  { operationId, summary, lines }: NonNullable<List['csv']>,
): void {
  const fields = fieldsOf(lines?.of ?? list.item)
  const content = lines?.description ?? 'with one line for each'
  http.route({
    method: 'GET',
    url: `${list.url}.csv`,
    config: { ...list.config, compressed: true },
    // A HEAD request would read all rows.
    exposeHeadRoute: false,
    schema: {
      operationId,
      ...describeList(list),
      summary,
      description: `Streams all items of the list with the same filters and orders, ${content}. The first line names the columns by the fields of an item.`,
      querystring: Type.Object(queryOf(list)),
      response: fileAnswers(csvHeader(fields).trim()),
    },
    handler: async (request, reply) => {
      const asked = request as unknown as ListRequest
      return sendFile(request, reply, async () => {
        const through = await throughOf(database, list, asked, undefined)
        if (through !== undefined) reply.header('updated-through', through)
        // The first page is read before the answer begins, so that a refusal is an answer of its own.
        const first = await readPart(database, list, asked, through, firstCut)
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${nameOf(operationId)}.csv"`)
        return linesOf(database, list, asked, through, first)
      }) as never
    },
  })
}

/** The file of `downloadOrderLines` is `order-lines`. */
function nameOf(operationId: string): string {
  const [, ...words] = operationId.split(/(?=[A-Z])/)
  return words.join('-').toLowerCase()
}

const firstCut: Cut = { after: undefined, limit: csvPageSize }

/** Reads page by page, so that no connection and no transaction is kept while the client reads slowly. */
async function* linesOf(
  database: Database,
  list: List,
  request: ListRequest,
  through: string | undefined,
  first: ReadRows<object>,
): AsyncGenerator<string> {
  const lines = list.csv?.lines
  const fields = fieldsOf(lines?.of ?? list.item)
  yield csvHeader(fields)
  let part = first
  for (;;) {
    const { found, continuesAfter } = part
    const views = await list.show(
      found.map(({ row }) => row),
      request,
    )
    const listed = lines ? views.flatMap((view) => lines.from(view as never)) : views
    if (listed.length > 0) yield listed.map((one) => csvRow(fields, one)).join('')
    const after = found.length < csvPageSize ? continuesAfter : found.at(-1)?.position
    if (after === undefined) return
    part = await readPart(database, list, request, through, { after, limit: csvPageSize })
  }
}

function readPart(
  { pool }: Database,
  list: List,
  request: ListRequest,
  through: string | undefined,
  cut: Cut,
): Promise<ReadRows<object>> {
  if (through === undefined) return readRows(pool, list, request, sortOf(list, request), cut)
  const { updatedAfter } = request.query as { updatedAfter?: string }
  return readChanges(pool, list, request, { updatedAfter, through }, cut)
}

/** Undefined: the request does not read by changes. The pages after the first one end at the time of the first. */
async function throughOf(
  { pool }: Database,
  list: List,
  { query }: ListRequest,
  known: string | undefined,
): Promise<string | undefined> {
  const { sort, updatedAfter } = query
  if (updatedAfter !== undefined && sort !== undefined && sort !== byChange) {
    const message = `updatedAfter works with sort=${byChange} only`
    throw failPlatform('request_invalid', { problems: [{ path: 'query.sort', message }] })
  }
  if (list.writtenAt === undefined || (updatedAfter === undefined && sort !== byChange)) return
  return known ?? updatedThrough(pool)
}

function sortOf({ sorts }: List, { query }: ListRequest): Sort | OwnSort<object> {
  const [first] = Object.values(sorts)
  return (sorts[String(query.sort)] ?? first) as Sort
}

function sortNamesOf({ sorts, writtenAt }: List): string[] {
  return [...Object.keys(sorts), ...(writtenAt === undefined ? [] : [byChange])]
}

function columnsOf({ item, columns }: List): Field[] {
  const fields = fieldsOf(item)
  return columns.map((column) => fields.find(({ path }) => path === column) as Field)
}

function queryOf(list: List): TProperties {
  const names = sortNamesOf(list)
  return {
    ...list.query,
    ...(names.length > 1 && {
      sort: Type.Optional(
        Type.Enum(names, {
          description: `The order of the items. Default: \`${names[0]}\`, or \`${byChange}\` with \`updatedAfter\`.`,
        }),
      ),
    }),
    ...(list.writtenAt !== undefined && {
      updatedAfter: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'Only items that changed after this time, the earliest change first. Send `meta.updatedThrough` of your previous reading.',
        }),
      ),
    }),
  }
}

function describeList({ summary, description, tags, params }: List) {
  return {
    summary,
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...(params && { params }),
  }
}

const fileAnswers = (example: string) => ({
  200: {
    description: 'The file.',
    content: {
      'text/csv': { schema: Type.Unsafe<Readable>(Type.String({ examples: [example] })) },
    },
  },
  '4xx': Refusal,
  '5xx': Refusal,
})
