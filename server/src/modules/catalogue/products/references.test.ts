import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { untilOneWaits } from '#testing/tools/locks'

const database = await useDatabase()
const { id } = await aProduct(database)
const productId = id

describe('a product', () => {
  it.each([
    ['category_id', 'products_category_exists'],
    ['supplier_company_id', 'products_supplier_exists'],
  ] as const)('names no unknown %s', async (column, constraint) => {
    const added = copyOf(column).execute(database.pool)
    await expect(added).rejects.toMatchObject({ code: '23503', constraint })
    const changed = sql`update products.products set ${sql.ref(column)} = 'gone'`.execute(
      database.pool,
    )
    await expect(changed).rejects.toMatchObject({ code: '23503', constraint })
  })

  it.each([
    ['categories', 'products_category_exists'],
    ['suppliers', 'products_supplier_exists'],
  ] as const)('prevents the deletion of its row in %s', async (table, constraint) => {
    const id = table === 'categories' ? sql`category_id` : sql`supplier_company_id`
    const taken = sql`
      delete from products.${sql.raw(table)} where id = (select ${id} from products.products where id = ${productId})
    `.execute(database.pool)
    await expect(taken).rejects.toMatchObject({ code: '23503', constraint })
  })

  it('locks its category until the commit', async () => {
    await sql`
      insert into products.categories (id, parent_id, name, path_ids, path_names, nouns)
      values ('cat_new', null, 'New', '{cat_new}', '{New}', '{}')
    `.execute(database.pool)
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const writing = database.transaction(async (tx) => {
      await sql`update products.products set category_id = 'cat_new' where id = ${productId}`.execute(
        tx,
      )
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const deleting = sql`delete from products.categories where id = 'cat_new'`.execute(
      database.pool,
    )
    deleting.catch(() => undefined)
    await untilOneWaits(database)
    mayCommit.resolve()
    await writing
    await expect(deleting).rejects.toMatchObject({ constraint: 'products_category_exists' })
  })

  it('is deleted with its stock', async () => {
    await sql`delete from products.products where id = ${productId}`.execute(database.pool)
    const { rows } = await sql`select from products.stock where product_id = ${productId}`.execute(
      database.pool,
    )
    expect(rows).toEqual([])
  })
})

function copyOf(column: 'category_id' | 'supplier_company_id') {
  return sql`
  insert into products.products
  select (jsonb_populate_record(p, jsonb_build_object('id', 'prd_other', 'sku', 'other', ${column}::text, 'gone'))).*
  from products.products p where id = ${productId}`
}
