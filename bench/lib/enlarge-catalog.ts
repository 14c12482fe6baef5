import pg from 'pg'

export type Enlarged = {
  readonly products: number
  readonly insertSeconds: number
  /** Of all indexes of the search tables, made at the end. */
  readonly indexSeconds: number
  readonly indexMegabytes: Readonly<Record<string, number>>
  readonly documentsMegabytes: number
}

/**
 * The sample over and over until there are so many products: each copy with part numbers, GTINs, a price and a day of
 * release of its own, its words as in the sample. Straight into the tables of a database that is thrown away.
 */
export async function enlargeCatalog(url: string, products: number): Promise<Enlarged> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB';
      set statement_timeout = 0; set synchronous_commit = off; set max_parallel_maintenance_workers = 2`)
    const { rows } = await client.query('select count(*)::int as count from catalog.products')
    const sample = Number(rows[0]?.count)
    const indexes = await dropIndexes(client)
    const inserting = performance.now()
    for (let copy = 1; copy * sample < products; copy += 1) {
      await insertCopy(client, copy, Math.min(sample, products - copy * sample))
    }
    const insertSeconds = secondsSince(inserting)
    const indexing = performance.now()
    for (const definition of indexes) await client.query(definition)
    const indexSeconds = secondsSince(indexing)
    await client.query(`update catalog.search_terms set documents = documents * ${products / sample};
      update catalog.search_totals set documents = (select count(*) from catalog.search_documents)`)
    await client.query('vacuum analyze')
    return { products, insertSeconds, indexSeconds, ...(await sizesOf(client)) }
  } finally {
    await client.end()
  }
}

const searchTables = ['search_documents', 'search_identifiers']

/** Those that no constraint needs; as they were defined. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'catalog' and tablename = any($1)
     and not exists (select 1 from pg_constraint where conname = indexname)`,
    [searchTables],
  )
  for (const { indexname } of rows) await client.query(`drop index catalog.${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

/** Every column as it is, but for those that tell one product from another. */
async function insertCopy(client: pg.Client, copy: number, count: number): Promise<void> {
  const id = (column: string) => `left(${column}, 25) || lpad('${copy}', 5, '0')`
  const chosen = `select id from catalog.products where right(id, 5) !~ '^[0-9]{5}$' order by id limit ${count}`
  const price = (column: string) => `${column} * (1 + ${copy % 17} / 50.0)`
  const day = (column: string) => `${column} + ${copy % 900}`
  await insertAs(client, 'products', 'id', chosen, {
    id: id('t.id'),
    sku: `t.sku || 'x${copy}'`,
    mpn: `t.mpn || '-${copy}'`,
    list_price: price('t.list_price'),
    released_on: day('t.released_on'),
  })
  await insertAs(client, 'stock', 'product_id', chosen, { product_id: id('t.product_id') })
  await insertAs(client, 'search_documents', 'product_id', chosen, {
    product_id: id('t.product_id'),
    price: price('t.price'),
    released_on: day('t.released_on'),
  })
  await insertAs(client, 'search_identifiers', 'product_id', chosen, {
    product_id: id('t.product_id'),
    value: `left(t.value, 34) || '${copy}'`,
  })
}

async function insertAs(
  client: pg.Client,
  table: string,
  key: string,
  chosen: string,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'catalog' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map((row) => row.column_name)
  const values = columns.map((column) => changed[column] ?? `t.${column}`)
  await client.query(`insert into catalog.${table} (${columns.join(', ')})
    select ${values.join(', ')} from catalog.${table} t where t.${key} in (${chosen}) on conflict do nothing`)
}

async function sizesOf(
  client: pg.Client,
): Promise<Pick<Enlarged, 'indexMegabytes' | 'documentsMegabytes'>> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `select indexrelname as name, pg_relation_size(indexrelid) as size from pg_stat_user_indexes
     where schemaname = 'catalog' and relname = any($1)`,
    [searchTables],
  )
  const documents = await client.query<{ size: string }>(
    `select pg_table_size('catalog.search_documents') as size`,
  )
  return {
    indexMegabytes: Object.fromEntries(rows.map(({ name, size }) => [name, megabytes(size)])),
    documentsMegabytes: megabytes(documents.rows[0]?.size ?? '0'),
  }
}

const megabytes = (size: string): number => Math.round(Number(size) / 2 ** 20)
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1_000)
