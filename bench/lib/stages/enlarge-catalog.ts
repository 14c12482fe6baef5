import pg from 'pg'

export type Enlarged = {
  readonly products: number
  readonly insertSeconds: number
  /** For all indexes of the search tables, which are created at the end. */
  readonly indexSeconds: number
  /** For VACUUM ANALYZE of the copied tables. */
  readonly vacuumSeconds: number
  readonly indexMegabytes: Readonly<Record<string, number>>
  readonly documentsMegabytes: number
}

/**
 * Copies the sample until there are this many products: each copy has its own part numbers, GTINs, price and release
 * date, and the words of the sample. Writes directly into the tables of a throwaway database, and creates all
 * optional indexes at the end.
 */
export async function enlargeCatalog(url: string, products: number): Promise<Enlarged> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB';
      set statement_timeout = 0; set synchronous_commit = off; set max_parallel_maintenance_workers = 2`)
    const inserting = performance.now()
    const sample = await setSampleAside(client)
    const indexes = await dropIndexes(client)
    for (let copy = 1; copy * sample < products; copy += 1) {
      await insertCopy(client, copy, Math.min(sample, products - copy * sample))
    }
    const insertSeconds = secondsSince(inserting)
    const indexing = performance.now()
    for (const definition of indexes) await client.query(definition)
    const indexSeconds = secondsSince(indexing)
    const settling = performance.now()
    await client.query(`update search.terms set documents = documents * ${products / sample};
      update search.totals set documents = (select count(*) from search.documents)`)
    for (const table of [...Object.keys(copied), 'search.terms', 'search.totals']) {
      await client.query(`vacuum analyze ${table}`)
    }
    const vacuumSeconds = secondsSince(settling)
    return { products, insertSeconds, indexSeconds, vacuumSeconds, ...(await sizesOf(client)) }
  } finally {
    await client.end()
  }
}

/** The tables to copy: the column with the product, and the columns that distinguish a copy from its original. */
const copied: Readonly<Record<string, { key: string; changed: Readonly<Record<string, string>> }>> =
  {
    'products.products': {
      key: 'id',
      changed: {
        id: `left(id, 25) || lpad($1, 5, '0')`,
        sku: `sku || 'x' || $1`,
        mpn: `mpn || '-' || $1`,
        list_price: 'list_price * (1 + $1::integer % 17 / 50.0)',
        released_on: 'released_on + $1::integer % 900',
      },
    },
    'products.price_tiers': {
      key: 'product_id',
      changed: {
        product_id: `left(product_id, 25) || lpad($1, 5, '0')`,
        unit_price: 'unit_price * (1 + $1::integer % 17 / 50.0)',
      },
    },
    'products.stock': {
      key: 'product_id',
      changed: { product_id: `left(product_id, 25) || lpad($1, 5, '0')` },
    },
    'search.documents': {
      key: 'product_id',
      changed: {
        product_id: `left(product_id, 25) || lpad($1, 5, '0')`,
        price: 'price * (1 + $1::integer % 17 / 50.0)',
        released_on: 'released_on + $1::integer % 900',
      },
    },
    'products.identifiers': {
      key: 'product_id',
      changed: {
        product_id: `left(product_id, 25) || lpad($1, 5, '0')`,
        value: 'left(value, 34) || $1',
      },
    },
  }

const searchTables = ['search.documents', 'products.identifiers']

/**
 * Copies the sample into temporary tables, so that no copy has to search for the originals among the copies. Returns
 * the number of products.
 */
async function setSampleAside(client: pg.Client): Promise<number> {
  await client.query(`create temp table originals as
    select id, row_number() over (order by id) as place from products.products`)
  for (const [table, { key }] of Object.entries(copied)) {
    await client.query(`create temp table ${asideOf(table)} as
      select o.place, t.* from ${table} t join originals o on o.id = t.${key} order by o.place`)
  }
  const { rows } = await client.query('select count(*)::int as count from originals')
  const count = Number(rows[0]?.count)
  if (count === 0) throw new Error('there is no product to copy')
  return count
}

/** The name of the temporary copy of a table. */
const asideOf = (table: string): string => table.replace('.', '_')

/** Drops the indexes that no constraint needs, and returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select schemaname || '.' || indexname as indexname, indexdef from pg_indexes
     where schemaname || '.' || tablename = any($1) and not exists (select 1 from pg_constraint where conname = indexname)`,
    [Object.keys(copied)],
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

/** Copies every column unchanged, except those that distinguish one product from another. */
async function insertCopy(client: pg.Client, copy: number, count: number): Promise<void> {
  for (const [table, { changed }] of Object.entries(copied)) {
    const columns = await columnsOf(client, table)
    const values = columns.map((column) => changed[column]?.replaceAll('$1', `'${copy}'`) ?? column)
    await client.query(`insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from pg_temp.${asideOf(table)} where place <= ${count} order by place
      on conflict do nothing`)
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows.map((row) => row.column_name)
}

async function sizesOf(
  client: pg.Client,
): Promise<Pick<Enlarged, 'indexMegabytes' | 'documentsMegabytes'>> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `select indexrelname as name, pg_relation_size(indexrelid) as size from pg_stat_user_indexes
     where schemaname || '.' || relname = any($1)`,
    [searchTables],
  )
  const documents = await client.query<{ size: string }>(
    `select pg_table_size('search.documents') as size`,
  )
  return {
    indexMegabytes: Object.fromEntries(rows.map(({ name, size }) => [name, megabytes(size)])),
    documentsMegabytes: megabytes(documents.rows[0]?.size ?? '0'),
  }
}

const megabytes = (size: string): number => Math.round(Number(size) / 2 ** 20)
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1_000)
