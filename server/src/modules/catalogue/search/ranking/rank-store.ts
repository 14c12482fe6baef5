import { brandKey, brandKeys, hasOwnRestrictions, type Restrictions } from '#modules/products'
import { type Conn, plannedForAll, sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import type {
  FacetCount,
  FacetName,
  Filters,
  MatchKind,
  Place,
  Ranking,
  ResultMatch,
  Sort,
} from '../search-query.ts'
import { type Candidates, textCandidates } from './candidate-sql.ts'
import {
  conditionsOf,
  type Fragment,
  hasPrice,
  type Narrowing,
  priceOf,
  priceOrderOf,
  selectedFacets,
  selectedLabels,
} from './filter-sql.ts'
import { isByPrice, orderOf } from './order-sql.ts'
import type { PriceScale } from './price-scale.ts'

export type RankRequest = {
  /** Undefined: all documents that pass the filters. */
  readonly analysis: Analysis | undefined
  /** The language of the reader: matches in it come first. */
  readonly language?: string | undefined
  readonly filters: Filters
  readonly scale: PriceScale
  /** The bounds between the price ranges, rising, in the currency of the search. */
  readonly priceBounds: readonly string[]
  readonly sort: Sort
  /** Undefined on the first page. */
  readonly after: Place | undefined
  readonly limit: number
  /** Counting costs more than ranking, and the counts are cached. */
  readonly counting: boolean
}

type RankRow = {
  hits: [string, string, MatchKind | null][]
  counts: [FacetName, string, string | null, number][]
  total: number
  cut_off: boolean
  with_all_words: number | null
  match: ResultMatch | null
  terms_revision: number
}

/** One statement: the candidates within the filters, their order, and the facets. */
export async function rankProducts(conn: Conn, request: RankRequest): Promise<Ranking> {
  const { analysis, filters, scale, sort, counting } = request
  const conditions = conditionsOf({ filters, scale, hasWords: analysis !== undefined })
  const candidates = analysis
    ? textCandidates({
        analysis,
        language: request.language,
        conditions,
        sort,
        scale,
        after: request.after,
        restrictions: filters.restrictions,
        carried: counting ? countedColumns(scale) : undefined,
      })
    : undefined
  const found = candidates ? sql`found` : sql`everything`
  const parts = [
    ...(candidates ? [candidates.ctes] : []),
    ...(counting && !candidates ? [allDocuments(conditions, scale)] : []),
    pagePart(request, candidates, conditions),
    ...(counting ? countingParts(request, candidates) : []),
  ]
  const { rows } = await sql<RankRow>`
    with ${sql.join(parts)}
    select
      (select coalesce(jsonb_agg(jsonb_build_array(product_id, key, match) order by place), '[]') from page) as hits,
      ${counting ? sql`(select coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]') from counts)` : sql`'[]'::jsonb`} as counts,
      ${counting ? sql`(select count(*) from ${found})` : sql`0`} as total,
      ${counting && candidates ? candidates.cutOff : sql`false`} as cut_off,
      ${counting && candidates ? candidates.withAllWords : sql`null::bigint`} as with_all_words,
      ${counting && candidates ? candidates.match : sql`null::text`} as match,
      (select last_value from products.terms_revision) as terms_revision
    ${planOf(request)}`.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from has one row')
  return {
    nearMisses: [],
    hits: row.hits.map(([id, key, match]) => ({ id, key, match: match ?? undefined })),
    counts: row.counts.map(
      ([facet, value, label, count]): FacetCount => ({
        facet,
        value,
        label: label ?? undefined,
        count,
      }),
    ),
    total: row.total,
    totalIsLowerBound: row.cut_off,
    withAllWords: row.with_all_words ?? undefined,
    match: row.match ?? undefined,
    termsRevision: row.terms_revision,
  }
}

/**
 * If words select the documents, no index on prices and countries is used, so the plan does not depend on the values of
 * filters, and planning would take as long as executing. For filters with an index, the planner should see the values.
 */
function planOf({ analysis, filters }: RankRequest): Fragment {
  const { category, brands, suppliers, traits, restrictions } = filters
  const isSeen = [brands, suppliers, traits, restrictions].some(({ length }) => length > 0)
  return analysis && category === undefined && !isSeen ? sql.raw(plannedForAll) : sql``
}

function allDocuments(conditions: Fragment, scale: PriceScale): Fragment {
  return sql`everything as materialized (
    select d.product_id, ${countedColumns(scale)} from search.documents d where true ${conditions}
  )`
}

function pagePart(
  { sort, scale, after, limit }: RankRequest,
  candidates: Candidates | undefined,
  conditions: Fragment,
): Fragment {
  const isAgreed = scale.agreed.length > 0
  const order = orderOf(sort, {
    price: isAgreed ? sql`f.sort_price` : priceOrderOf(scale),
    id: isAgreed && isByPrice(sort) ? sql`f.product_id` : sql`d.product_id`,
  })
  const source = sourceOf({ sort, scale }, candidates, conditions)
  return sql`page as (
    select *, row_number() over () as place from (
      select product_id, ${order.key} as key, ${candidates ? sql`f.match` : sql`null::text`} as match
      ${source} ${after ? order.after(after) : sql``}
      order by ${order.by} limit ${sql.lit(limit)}
    ) as ordered
  )`
}

/** The source of a page: the candidates as `f`, and their documents as `d` if the order needs them. */
function sourceOf(
  { sort, scale }: Pick<RankRequest, 'sort' | 'scale'>,
  candidates: Candidates | undefined,
  conditions: Fragment,
): Fragment {
  const documents = candidates
    ? sql`from found f join search.documents d using (product_id) where true`
    : sql`from search.documents d where true ${conditions}`
  if (isByPrice(sort) && scale.agreed.length > 0) {
    // `offset 0`: an agreed price is computed once, and not again for the key, the order and the previous place.
    const match = candidates ? sql`, f.match` : sql``
    return sql`from (
      select d.product_id, ${priceOrderOf(scale)} as sort_price ${match} ${documents} offset 0
    ) as f where f.sort_price is not null`
  }
  if (candidates && sort === 'relevance') return sql`from found f where true`
  return isByPrice(sort) ? sql`${documents} ${hasPrice(scale)}` : documents
}

type CountedFacet = Exclude<FacetName, 'traits'>

const facets: readonly CountedFacet[] = ['category', 'brand', 'supplier', 'price']

/** Without the vectors, which are most of a document. An agreed price is computed once. */
function countedColumns(scale: PriceScale): Fragment {
  const price =
    scale.agreed.length > 0 ? sql`${priceOf(scale)} as price, null::text as currency` : listPrice
  return sql`d.brand, d.supplier_company_id, d.category_ids, d.traits, ${price}`
}

const listPrice = sql`d.price, d.currency`

/**
 * This number of labels is counted without their own selection. Further selected labels are counted with all filters.
 */
const wideLabelsMax = 6

/** Counts each facet over the found documents, and a selected facet over those found without its own filter. */
function countingParts(
  { filters, scale, priceBounds }: RankRequest,
  candidates: Candidates | undefined,
): Fragment[] {
  const parts: Fragment[] = []
  const within = candidates ? sql`narrow` : sql`everything`
  const without = (name: string, narrowing: Narrowing): Fragment => {
    const conditions = conditionsOf({ filters, scale, hasWords: Boolean(candidates) }, narrowing)
    const all = sql`${sql.ref(name)} as materialized (
      select ${countedColumns(scale)} from search.documents d where true ${conditions}
    )`
    parts.push(candidates ? candidates.without(name, conditions) : all)
    return sql.ref(name)
  }
  const selected = new Set(selectedFacets(filters))
  const counts = facets.map((facet) => {
    return countOf(
      facet,
      { scale, filters, priceBounds },
      selected.has(facet) ? without(`wide_${facet}`, facet) : within,
    )
  })
  const labels = selectedLabels(filters).slice(0, wideLabelsMax)
  const others = sql`where not trait ^@ any(${labels.map(traitsOfLabel)}::text[])`
  counts.push(countOfTraits(filters, within, labels.length > 0 ? others : sql``))
  for (const [at, label] of labels.entries()) {
    const source = without(`wide_label_${at}`, { label })
    counts.push(countOfTraits(filters, source, sql`where trait ^@ ${traitsOfLabel(label)}`))
  }
  const all = sql`counts as (${sql.join(counts, sql` union all `)})`
  return candidates
    ? [...parts, sql`narrow as materialized (${candidates.carried})`, all]
    : [...parts, all]
}

const traitsOfLabel = (label: string) => `${label}=`

const facetMax = { category: 30, brand: 25, supplier: 25, traits: 300 }

/** The selected values, then the most common ones, by which people filter. */
function countOf(
  facet: CountedFacet,
  { scale, filters, priceBounds }: Pick<RankRequest, 'scale' | 'filters' | 'priceBounds'>,
  source: Fragment,
): Fragment {
  switch (facet) {
    case 'category':
      return filters.category === undefined
        ? sql`(select 'category' as facet, c.id as value, ${categoryLabel} as label, n.count
            from (select category_id, count(*) as count
              from (select unnest(d.category_ids) as category_id from ${source} d) as each_category
              group by 1 order by 2 desc, 1 limit ${sql.lit(facetMax.category)}) as n
            join products.categories c on c.id = n.category_id)`
        : countAround(filters.category, source, filters.restrictions)
    case 'brand':
      return countOfBrands(filters, source)
    case 'supplier':
      return sql`(select 'supplier', s.id, s.name, n.count
        from (select supplier_company_id, count(*) as count from ${source} d
          group by 1 order by ${first(sql`supplier_company_id`, filters.suppliers)} 2 desc, 1
          limit ${atLeast('supplier', filters.suppliers)}) as n
        join products.suppliers s on s.id = n.supplier_company_id)`
    case 'price':
      if (scale.agreed.length > 0) {
        return sql`(select 'price', width_bucket(d.price, ${[...priceBounds]}::numeric[])::text, null, count(*)
          from ${source} d where d.price is not null group by 2)`
      }
      return sql`(select 'price', bucket::text, null, count(*)
        from (select width_bucket(${priceOf(scale)}, ${[...priceBounds]}::numeric[]) as bucket
          from ${source} d where d.currency = any(${scale.from})) as bucketed
        group by bucket)`
  }
}

/**
 * Counts each brand once, in its most common spelling. It counts spellings first, so that only few rows are lowered.
 */
function countOfBrands({ brands }: Filters, source: Fragment): Fragment {
  const key = brandKey(sql`brand`)
  const selectedFirst = brands.length > 0 ? sql`${key} = any(${brandKeys(brands)}) desc,` : sql``
  return sql`(select 'brand', (array_agg(brand order by count desc, brand))[1], null, sum(count)::bigint
    from (select d.brand, count(*) as count from ${source} d group by 1) as written
    group by ${key} order by ${selectedFirst} 4 desc, 2 limit ${atLeast('brand', brands)})`
}

const categoryLabel = sql`json_build_array(c.parent_id, c.path_names)::text`

/** The category with its ancestors, and its most common children. */
function countAround(category: string, source: Fragment, restrictions: Restrictions): Fragment {
  // A category with only hidden products must not appear, not even by its name.
  const itself = hasOwnRestrictions(restrictions) ? sql`` : sql`union all select ${category}, 0`
  return sql`(select 'category' as facet, c.id as value, ${categoryLabel} as label, n.count
    from products.categories s
    cross join (
      select category_id, sum(found)::integer as count from (
        select unnest(d.category_ids) as category_id, 1 as found from ${source} d ${itself}
      ) as counted group by 1
    ) as n
    join products.categories c on c.id = n.category_id and (c.id = any(s.path_ids) or c.parent_id = s.id)
    where s.id = ${category}
    order by c.id = any(s.path_ids) desc, n.count desc, c.id limit ${sql.lit(facetMax.category)})`
}

function countOfTraits({ traits }: Filters, source: Fragment, condition: Fragment): Fragment {
  // `unnest` is in the column list: as a table next to the documents, each list would be materialized before it is
  // read.
  return sql`(select 'traits', trait, null, count(*)
    from (select unnest(d.traits) as trait from ${source} d) as each_trait ${condition}
    group by 2 order by ${first(sql`trait`, traits)} 4 desc, 2 limit ${sql.lit(facetMax.traits)})`
}

/** Selected values come first, so that the buyer can remove them, however rare they are. */
function first(value: Fragment, selected: readonly string[]): Fragment {
  return selected.length > 0 ? sql`${value} = any(${[...selected]}::text[]) desc,` : sql``
}

function atLeast(facet: 'brand' | 'supplier', selected: readonly string[]): Fragment {
  return sql.lit(Math.max(facetMax[facet], selected.length))
}
