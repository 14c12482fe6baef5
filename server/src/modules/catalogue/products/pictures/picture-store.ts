import { type Conn, sql, type Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { ProductUpdated } from '../events.ts'
import { pictureVersionOf } from './picture-version.ts'

/** What is shown of a product in a picture of it. */
export type Pictured = {
  readonly productId: string
  readonly supplierCompanyId: string
  readonly name: string
  readonly categoryPath: readonly string[]
  readonly version: string | undefined
  /** Where the picture is fetched. Undefined for an upload, and without a picture. */
  readonly sourceUrl: string | undefined
}

type PicturedRow = {
  id: string
  supplier_company_id: string
  name: string
  path_names: string[]
  image_url: string | null
  picture_version: string | null
}

const columns = sql`p.id, p.supplier_company_id, p.name, c.path_names, p.image_urls[1] as image_url, p.picture_version`

/** Finds a product of any supplier: its signed address has shown that the caller may see the picture. */
export async function findPictured(conn: Conn, productId: string): Promise<Pictured | undefined> {
  const { rows } = await sql<PicturedRow>`
    select ${columns} from products.products p join products.categories c on c.id = p.category_id
    where p.id = ${productId}
  `.execute(conn)
  return rows[0] && toPictured(rows[0])
}

/** The products of a supplier that have a picture at an address, the most recently changed first. */
export async function listPictured(
  conn: Conn,
  supplierCompanyId: string,
  limit: number,
): Promise<Pictured[]> {
  const { rows } = await sql<PicturedRow>`
    select ${columns} from products.products p join products.categories c on c.id = p.category_id
    where p.supplier_company_id = ${supplierCompanyId} and p.state = 'ACTIVE' and p.image_urls <> '{}'
      and p.picture_version is null
    order by p.updated_at desc, p.id limit ${limit}
  `.execute(conn)
  return rows.map(toPictured)
}

/**
 * Participant. Sets or removes the version of an uploaded picture, with an event. Returns false if the product has that version
 * already.
 */
export async function setPictureVersion(
  tx: Tx,
  { supplierCompanyId, productId }: Pick<Pictured, 'supplierCompanyId' | 'productId'>,
  version: string | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ version: number; sku: string; mpn: string; name: string }>`
    update products.products
    set picture_version = ${version}, version = version + 1, updated_at = ${now}
    where supplier_company_id = ${supplierCompanyId} and id = ${productId}
      and picture_version is distinct from ${version}::text
    returning version, sku, mpn, name
  `.execute(tx)
  const [row] = rows
  if (!row) return false
  const { sku, mpn, name } = row
  await emit(tx, ProductUpdated, {
    companyId: supplierCompanyId,
    entityId: productId,
    entityVersion: row.version,
    data: { productId, sku, mpn, name, changed: ['image'] },
    occurredAt: now,
  })
  return true
}

function toPictured(row: PicturedRow): Pictured {
  return {
    productId: row.id,
    supplierCompanyId: row.supplier_company_id,
    name: row.name,
    categoryPath: row.path_names,
    version: pictureVersionOf(row),
    sourceUrl: row.picture_version === null ? (row.image_url ?? undefined) : undefined,
  }
}
