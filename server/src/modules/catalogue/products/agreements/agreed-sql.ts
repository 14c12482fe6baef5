import { type RawBuilder, sql } from 'kysely'
import { brandKey } from '../brand-sql.ts'
import type { AgreedList } from './terms.ts'

type Fragment = RawBuilder<unknown>

/** The columns of the surrounding statement that an agreed price depends on. */
type PricedProduct = {
  readonly id: Fragment
  readonly supplier: Fragment
  readonly category: Fragment
  readonly brand: Fragment
  readonly price: Fragment
  readonly currency: Fragment
  /** The smallest quantity for sale. */
  readonly least: Fragment
}

/** The smallest quantity for sale of a row `p` of the products, as `minQuantityOf`. */
const leastOfProduct = sql`(p.moq + p.multiple - 1) / p.multiple * p.multiple`

/** A row `p` of the products. */
const ofProduct: PricedProduct = {
  id: sql`p.id`,
  supplier: sql`p.supplier_company_id`,
  category: sql`p.category_id`,
  brand: sql`p.brand`,
  price: sql`p.list_price / p.per_quantity`,
  currency: sql`p.currency`,
  least: leastOfProduct,
}

/** A row `d` of the search documents. */
const ofDocument: PricedProduct = {
  id: sql`d.product_id`,
  supplier: sql`d.supplier_company_id`,
  category: sql`d.category_ids[cardinality(d.category_ids)]`,
  brand: sql`d.brand`,
  price: sql`d.price`,
  currency: sql`d.currency`,
  least: sql`(select ${leastOfProduct} from products.products p where p.id = d.product_id)`,
}

/**
 * The only rule for the price of a company: one row, or none when the list price applies. The price lists of the
 * product's supplier are tried in their order. The first that has an entry for the product, or a discount on it,
 * decides. Within a list the entry comes first, then the discount on the nearest category, on the brand, and on
 * everything. An entry has the price of the smallest quantity for sale.
 */
function agreedPrice(lists: readonly AgreedList[], product: PricedProduct): Fragment {
  const discounts = lists.map((list) => JSON.stringify(list.discounts))
  return sql`
    select l.id as price_list_id, e.product_id is not null as has_entry, off.percent,
      coalesce(
        (select t.price from unnest(e.tier_quantities, e.tier_prices) as t(quantity, price)
          where t.quantity <= ${product.least} order by t.quantity desc limit 1),
        e.unit_price, round(${product.price} * (100 - off.percent) / 100, 6)) as unit_price,
      case when e.product_id is null then ${product.currency} else l.currency end as currency,
      e.tier_quantities, e.tier_prices
    from unnest(${lists.map(({ id }) => id)}::text[], ${lists.map((one) => one.supplierCompanyId)}::text[],
      ${lists.map(({ currency }) => currency)}::text[], ${discounts}::jsonb[])
      with ordinality as l(id, supplier, currency, discounts, place)
    left join products.price_entries e on e.price_list_id = l.id collate "C" and e.product_id = ${product.id}
    cross join lateral (
      select coalesce(l.discounts ->> ('c:' || ${product.category}), l.discounts ->> ('b:' || ${brandKey(product.brand)}),
        l.discounts ->> '*')::numeric as percent
    ) as off
    where l.supplier = ${product.supplier} and (e.product_id is not null or off.percent is not null)
    order by l.place limit 1`
}

/** The agreed price of product `p` with its tiers, as `AgreedColumn`. Null when the list price applies. */
export function agreedOfProduct(lists: readonly AgreedList[]): Fragment {
  if (lists.length === 0) return sql`null::jsonb`
  return sql`(
    select jsonb_build_object('priceListId', a.price_list_id, 'unitPrice', a.unit_price::text, 'currency', a.currency,
      'percent', case when a.has_entry then null else a.percent::text end,
      'tiers', (select coalesce(jsonb_agg(jsonb_build_array(t.quantity, t.price::text) order by t.quantity), '[]')
        from unnest(a.tier_quantities, a.tier_prices) as t(quantity, price)))
    from (${agreedPrice(lists, ofProduct)}) as a)`
}

export type AgreedColumn = {
  readonly priceListId: string
  /** The price of one unit. If the list states a discount, it is for comparison only: see `pricingOf`. */
  readonly unitPrice: string
  readonly currency: string
  /** The percentage off the list price. Null when the list states a price. */
  readonly percent: string | null
  readonly tiers: readonly [number, string][]
}

/** The company's price of document `d`, agreed or from the list. `convert` gets the amount and its currency. */
export function priceOfDocument(
  lists: readonly AgreedList[],
  convert: (amount: Fragment, currency: Fragment) => Fragment,
): Fragment {
  return sql`(
    select ${convert(sql`coalesce(a.unit_price, d.price)`, sql`coalesce(a.currency, d.currency)`)}
    from (select 1) as one left join lateral (${agreedPrice(lists, ofDocument)}) as a on true)`
}
