import { type Conn, sql, type Tx } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import { type Restrictions, visibleProduct } from './assortments/visible-sql.ts'
import { identifiersOf, normalIdentifier } from './identifiers/identifiers.ts'
import { shownName } from './reading/shown-text-sql.ts'

/** An article number of a supplier, and the number of its successor. */
export type Superseded = {
  readonly sku: string
  readonly mpn: string
  readonly gtins: readonly string[]
  readonly successor: string
}

/** Participant. Each article number occurs once. Replaces the former successor of an article. */
export async function noteSuperseded(
  tx: Tx,
  supplierCompanyId: string,
  superseded: readonly Superseded[],
): Promise<void> {
  if (superseded.length === 0) return
  const numbers = superseded.map((one) => [
    ...new Set(identifiersOf(one).map(({ value }) => value)),
  ])
  await sql`
    insert into products.superseded as s (supplier_company_id, sku, successor_sku, numbers)
    select ${supplierCompanyId}, g.sku, g.successor, g.numbers::text[]
    from unnest(
      ${arrayLiteral(superseded.map(({ sku }) => sku))}::text[],
      ${arrayLiteral(superseded.map(({ successor }) => successor))}::text[],
      ${arrayLiteral(numbers.map(arrayLiteral))}::text[]
    ) as g(sku, successor, numbers)
    order by g.sku
    on conflict (supplier_company_id, sku) do update
    set successor_sku = excluded.successor_sku, numbers = excluded.numbers
    where (s.successor_sku, s.numbers) is distinct from (excluded.successor_sku, excluded.numbers)
  `.execute(tx)
}

export type SuccessorOf = {
  readonly id: string
  readonly sku: string
  readonly name: string
}

export type Successor = SuccessorOf & {
  /** Which identifier of the old article the requested number is. */
  readonly kind: 'mpn' | 'sku' | 'gtin'
}

/** A successor may have a successor itself. The search follows this many. */
const generationsMax = 8

/**
 * Finds the products on sale that succeed the articles with these numbers. It skips a number that a product on sale
 * has: the number leads to that product. The index `superseded_by_number` serves it.
 */
export async function listSuccessors(
  conn: Conn,
  restrictions: Restrictions,
  numbers: readonly string[],
): Promise<Map<string, Successor[]>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<SuccessorOf & { number: string; old_sku: string }>`
    with recursive wanted as (
      select number from unnest(${[...numbers]}::text[]) as number
      where not exists (select from products.identifiers i where i.value = number collate "C")
    ), leads as (
      select w.number, s.supplier_company_id, s.sku as old_sku, s.successor_sku, 1 as generation
      from wanted w join products.superseded s on s.numbers @> array[w.number]
      union
      select l.number, l.supplier_company_id, l.old_sku, s.successor_sku, l.generation + 1
      from leads l
      join products.superseded s on s.supplier_company_id = l.supplier_company_id and s.sku = l.successor_sku
      where l.generation < ${sql.lit(generationsMax)}
    )
    select distinct on (l.number, l.supplier_company_id, l.old_sku) l.number, l.old_sku, p.id, p.sku, p.name
    from leads l
    join products.products p
      on p.supplier_company_id = l.supplier_company_id and p.sku = l.successor_sku and p.state = 'ACTIVE'
    join products.categories c on c.id = p.category_id
    where true ${visibleProduct(restrictions)}
    order by l.number, l.supplier_company_id, l.old_sku, l.generation
  `.execute(conn)
  const found = new Map<string, Successor[]>()
  for (const { number, old_sku, ...successor } of rows) {
    const known = found.get(number) ?? []
    known.push({ ...successor, kind: kindOf(number, old_sku) })
    found.set(number, known)
  }
  return found
}

function kindOf(number: string, oldSku: string): Successor['kind'] {
  if (normalIdentifier(oldSku) === number) return 'sku'
  return /^\d{7,14}$/.test(number) ? 'gtin' : 'mpn'
}

/** Finds the product on sale that succeeds one article of a supplier. */
export async function findSuccessor(
  conn: Conn,
  restrictions: Restrictions,
  old: { readonly supplierCompanyId: string; readonly sku: string },
  language: string | undefined,
): Promise<SuccessorOf | undefined> {
  const { rows } = await sql<SuccessorOf>`
    with recursive leads as (
      select s.successor_sku, 1 as generation from products.superseded s
      where s.supplier_company_id = ${old.supplierCompanyId} and s.sku = ${old.sku}
      union
      select s.successor_sku, l.generation + 1
      from leads l
      join products.superseded s on s.supplier_company_id = ${old.supplierCompanyId} and s.sku = l.successor_sku
      where l.generation < ${sql.lit(generationsMax)}
    )
    select p.id, p.sku, ${shownName(language)} as name
    from leads l
    join products.products p
      on p.supplier_company_id = ${old.supplierCompanyId} and p.sku = l.successor_sku and p.state = 'ACTIVE'
    join products.categories c on c.id = p.category_id
    where true ${visibleProduct(restrictions)}
    order by l.generation limit 1
  `.execute(conn)
  return rows[0]
}

/** True if any successor is recorded. Most catalogues have none and skip the other statements. */
export async function isAnySuperseded(conn: Conn): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from products.superseded) as any
  `.execute(conn)
  return rows[0]?.any === true
}
