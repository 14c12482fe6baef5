import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Conn, sql } from '../index.ts'
import { createTenancyGuard } from './tenancy-guard.ts'

const migrations = [
  {
    name: '0001_shop',
    sql: `create schema shop;
      create table shop.orders (company_id text, id text, primary key (company_id, id));
      create table shop.orders_archive (id text primary key);
      create table shop.currencies (code text primary key);`,
  },
]

const database = await useDatabase({ migrations })

describe('the tenancy guard', () => {
  it('refuses a query on tenants’ rows without a company', async () => {
    const query = tables(database.pool).selectFrom('shop.orders').selectAll().where('id', '=', 'o')
    await expect(query.execute()).rejects.toThrow('Query on shop.orders without company_id')
  })

  it('refuses it under any notation of the table, and inside a transaction', async () => {
    const raw = () => sql`delete from Shop . "orders" where id = 'o'`
    await expect(raw().execute(database.pool)).rejects.toThrow('without company_id')
    await expect(database.transaction((tx) => raw().execute(tx))).rejects.toThrow(
      'without company_id',
    )
  })

  it('allows a query that names the company', async () => {
    const query = tables(database.pool)
      .selectFrom('shop.orders')
      .select('id')
      .where('company_id', '=', 'co')
    expect(await query.execute()).toEqual([])
  })

  it('allows a query with a reason to read across companies, and no other', async () => {
    const reasoned = sql`/* across companies: the oldest waiting order */ select id from shop.orders`
    expect((await reasoned.execute(database.pool)).rows).toEqual([])
    const unreasoned = sql`/* across companies: */ select id from shop.orders`
    await expect(unreasoned.execute(database.pool)).rejects.toThrow('without company_id')
  })

  it('ignores tables that belong to no tenant', async () => {
    await sql`select id from shop.orders_archive`.execute(database.pool)
    await sql`select code from shop.currencies`.execute(database.pool)
  })

  it('knows the tables of later migrations', async () => {
    const later = {
      name: '0002_shop_invoices',
      sql: 'create table shop.invoices (company_id text primary key);',
    }
    await database.migrate([...migrations, later])
    const query = sql`select * from shop.invoices`
    await expect(query.execute(database.pool)).rejects.toThrow('Query on shop.invoices')
  })

  it('reads the tables again after a failed attempt', async () => {
    const away = { connectionString: 'postgresql://nobody@127.0.0.1:1/none' }
    const guard = createTenancyGuard(away)
    await expect(guard.inspect(unscoped)).rejects.toThrow('ECONNREFUSED')
    away.connectionString = database.url
    await expect(guard.inspect(unscoped)).rejects.toThrow('Query on shop.orders')
  })

  it('reads the tables again when it is told that they have changed', async () => {
    const guard = createTenancyGuard({ connectionString: database.url })
    await guard.inspect('select * from shop.returns')
    await sql`create table shop.returns (company_id text primary key)`.execute(database.pool)
    await guard.inspect('select * from shop.returns')
    guard.forget()
    await expect(guard.inspect('select * from SHOP.Returns')).rejects.toThrow('SHOP.Returns')
  })

  it('shows the query that it refuses', async () => {
    const guard = createTenancyGuard({ connectionString: database.url })
    await expect(guard.inspect(unscoped)).rejects.toThrow(unscoped)
  })

  it.each(['/*across companies:oldest*/', '/*  across companies:  oldest  */'])(
    'takes the blanks of a reason as they are: %s',
    async (reason) => {
      const guard = createTenancyGuard({ connectionString: database.url })
      await guard.inspect(`${reason} ${unscoped}`)
    },
  )

  it('allows every query when no table belongs to a company', async () => {
    const guard = createTenancyGuard({ connectionString: adminUrl })
    await guard.inspect(unscoped)
  })

  it('leaves no connection open', async () => {
    const name = 'tenancy-guard-test'
    const guard = createTenancyGuard({ connectionString: database.url, application_name: name })
    await expect(guard.inspect(unscoped)).rejects.toThrow()
    await expect
      .poll(() =>
        sql`select 1 from pg_stat_activity where application_name = ${name}`
          .execute(database.pool)
          .then(({ rows }) => rows),
      )
      .toEqual([])
  })
})

const unscoped = 'delete from shop.orders'
// A database of every server, which has no table of ours.
const adminUrl = Object.assign(new URL(database.url), { pathname: '/postgres' }).href

type ShopTables = { 'shop.orders': { company_id: string; id: string } }

const tables = (conn: Conn) => conn.withTables<ShopTables>()
