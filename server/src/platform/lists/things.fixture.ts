import { Type } from 'typebox'
import { MoneySchema } from '#kernel/money-schema'
import type { Conn } from '#platform/db'
import { sql } from '#platform/db'
import type { Cut, ListRequest } from './list.ts'
import { defineList, filter, newestFirst, ofCompany, placed } from './list.ts'

const ThingState = Type.Enum(['NEW', 'USED'])

export type ThingRow = { id: string; name: string; state: 'NEW' | 'USED'; price_minor: number }

/** A list of things with each kind of parameter. */
export const thingList = defineList({
  operationId: 'listThings',
  url: '/api/v1/things',
  summary: 'List things',
  config: { access: 'orders:read' },
  item: Type.Object({
    id: Type.String(),
    name: Type.String(),
    state: ThingState,
    price: MoneySchema,
    madeAt: Type.Optional(Type.String({ format: 'date-time' })),
    maker: Type.Object({ city: Type.String() }),
    tags: Type.Array(Type.String()),
  }),
  columns: ['id', 'state', 'price', 'maker.city'],
  filters: {
    state: filter(ThingState, (state) => sql`t.state = ${state}`),
    q: filter(Type.String({ maxLength: 20 }), (q) => sql`t.name like ${`%${q}%`}`),
  },
  from: sql`lists.things t`,
  scope: ({ actor }) => ofCompany(actor),
  identity: { 't.id': 'text' },
  sorts: {
    ...newestFirst,
    price: { keys: { 't.price_minor': 'bigint', 't.id': 'text' }, direction: 'asc' },
  },
  writtenAt: 't.written_at',
  csv: { operationId: 'downloadThings', summary: 'Download things' },
  show: (rows: readonly ThingRow[]) =>
    rows.map(({ id, name, state, price_minor }) => ({
      id,
      name,
      state,
      price: { amount: String(price_minor / 100), currency: 'EUR' },
      maker: { city: 'Hamburg' },
      tags: ['a', 'b'],
    })),
})

const Shelf = Type.Object({ level: Type.Integer(), language: Type.String() })

/** A list of rows in memory, in the order that its module gives them. */
export const shelfList = defineList({
  operationId: 'listShelves',
  url: '/api/v1/shelves',
  summary: 'List shelves',
  config: { access: 'orders:read' },
  item: Shelf,
  within: { name: 'shelves', view: Type.Object({ shelves: Type.Array(Shelf) }) },
  columns: ['language', 'level'],
  filters: { from: filter(Type.Integer({ default: 1 })) },
  sorts: {
    level: {
      read: async ({ query }: ListRequest<{ readonly from: number }>, { after, limit }) => {
        const last = Math.max(Number(after?.[0] ?? 0), query.from - 1)
        const shelves = [1, 2, 3].filter((level) => level > last).map((level) => ({ level }))
        return placed(shelves.slice(0, limit), ({ level }) => [level])
      },
    },
  },
  show: (shelves: readonly { level: number }[], { locale }) =>
    shelves.map(({ level }) => ({ level, language: locale })),
})

export async function createThings(conn: Conn): Promise<void> {
  const statements = [
    sql`create schema lists`,
    sql`create table lists.things (company_id text not null, id text not null, name text not null, state text not null,
      price_minor bigint not null, written_at timestamptz not null default clock_timestamp(), primary key (company_id, id))`,
    sql`create trigger things_written before update on lists.things
      for each row execute function platform.stamp_written()`,
  ]
  for (const statement of statements) await statement.execute(conn)
}

export type Thing = {
  readonly id: string
  readonly companyId?: string
  readonly name?: string
  readonly state?: 'NEW' | 'USED'
  readonly price?: number
  /** How long ago the thing was written. */
  readonly secondsAgo?: number
}

export async function insertThing(conn: Conn, thing: Thing): Promise<void> {
  const { id, companyId = 'co_one', name = id, state = 'NEW', price = 100, secondsAgo = 0 } = thing
  await sql`insert into lists.things values (${companyId}, ${id}, ${name}, ${state}, ${price},
    clock_timestamp() - make_interval(secs => ${secondsAgo}))`.execute(conn)
}

export const useThing = (conn: Conn, id: string) =>
  sql`update lists.things set state = 'USED' where company_id = 'co_one' and id = ${id}`.execute(
    conn,
  )

export const asBuyer = { actor: { companyId: 'co_one' }, query: {} } as unknown as ListRequest

export const wholePage: Cut = { after: undefined, limit: 100 }
