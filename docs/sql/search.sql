-- The statements of the product search.
-- Written by `npm run sql`. Do not edit: change the function that a comment names, then run it again.
-- The statements stand in the order in which the service sends them. Each is shown once; "As above" stands for a repetition.

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=hexagon+bolt: words. The caches of the process are empty
----------------------------------------------------------------------------------------------------

-- Reads the company: its currency decides in which one prices are compared.
-- listParties in server/src/modules/people/identity/members/companies/parties.ts
select
  id,
  name,
  country,
  time_zone,
  currency,
  vat_id,
  billing_address,
  "po_number_required",
  "cost_center_required",
  "gl_account_required",
  "project_required",
  "requested_date_required"
from
  identity.companies
where
  id = any ($1::text[]);

-- Reads what the company has agreed: its contracts, price lists, discounts and assortments.
-- readTerms in server/src/modules/catalogue/products/agreements/terms-store.ts
with
  line as materialized (
    select
      '' as id,
      9 as distance
  ),
  agreed as materialized (
    select
      price_list_id as id,
      0 as source,
      cl.place,
      c.id as contract_id,
      c.reference,
      c.valid_from as contract_from,
      c.valid_until as contract_until
    from
      products.contracts c
      join products.contract_price_lists cl on cl.contract_id = c.id
    where
      c.buyer_company_id = $1
      and c.state = 'ACTIVE'
    union all
    select
      price_list_id,
      1,
      0,
      null,
      null,
      null,
      null
    from
      products.price_list_companies
    where
      buyer_company_id = $2
  ),
  restricting as materialized (
    select
      a.id,
      a.version,
      a.unit_id
    from
      products.assortment_companies o
      join products.assortments a on a.id = o.assortment_id
    where
      o.buyer_company_id = $3
  ),
  named as materialized (
    select
      g.*,
      line.distance
    from
      agreed g
      join products.price_lists l using (id)
      join line on line.id = coalesce(l.unit_id, '')
  ),
  discounting as materialized (
    select
      c.id,
      c.reference,
      c.supplier_company_id,
      c.order_discounts,
      c.valid_from,
      c.valid_until
    from
      products.contracts c
    where
      c.buyer_company_id = $4
      and c.state = 'ACTIVE'
      and c.order_discounts is not null
  ),
  valid as materialized (
    select
      n.*,
      l.version,
      l.supplier_company_id,
      l.currency,
      l.valid_from
    from
      named n
      join products.price_lists l using (id)
    where
      "l"."valid_from" <= $5::timestamptz
      and (
        "l"."valid_until" is null
        or "l"."valid_until" > $6::timestamptz
      )
      and (
        n.contract_from is null
        or "n"."contract_from" <= $7::timestamptz
        and (
          "n"."contract_until" is null
          or "n"."contract_until" > $8::timestamptz
        )
      )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id',
            v.id,
            'version',
            v.version,
            'supplier',
            v.supplier_company_id,
            'currency',
            v.currency,
            'discounts',
            (
              select
                coalesce(jsonb_object_agg(key, percent), '{}')
              from
                (
                  select
                    case kind
                      when 'all' then '*'
                      else 'b:' || lower(value) collate "C"
                    end as key,
                    max(percent)::text as percent
                  from
                    products.price_discounts
                  where
                    price_list_id = v.id
                    and kind <> 'category'
                  group by
                    key
                  union all
                  (
                    select distinct
                      on (c.id) 'c:' || c.id,
                      d.percent::text
                    from
                      products.price_discounts d
                      join products.categories c on d.value = any (c.path_ids)
                    where
                      d.price_list_id = v.id
                      and d.kind = 'category'
                    order by
                      c.id,
                      array_position(c.path_ids, d.value) desc
                  )
                ) as off
            ),
            'contractId',
            v.contract_id,
            'reference',
            v.reference
          )
          order by
            v.distance,
            v.source,
            v.place,
            v.valid_from desc,
            v.id desc
        ),
        '[]'
      )
    from
      valid v
  ) as lists,
  (
    select
      min(at)
    from
      (
        select
          unnest(array[n.contract_from, n.contract_until, l.valid_from, l.valid_until]) as at
        from
          named n
          join products.price_lists l using (id)
        union all
        select
          unnest(array[d.valid_from, d.valid_until])
        from
          discounting d
      ) as turns
    where
      at > $9::timestamptz
  ) as valid_until,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id',
            a.id,
            'version',
            a.version,
            'rules',
            (
              select
                coalesce(
                  jsonb_agg(
                    jsonb_build_object('effect', r.effect, 'kind', r.kind, 'value', r.value)
                    order by
                      r.effect,
                      r.kind,
                      r.value
                  ),
                  '[]'
                )
              from
                (
                  select
                    effect,
                    kind,
                    case kind
                      when 'brand' then lower(value) collate "C"
                      else value
                    end as value
                  from
                    products.assortment_rules
                  where
                    assortment_id = a.id
                    and kind <> 'product'
                  union all
                  select distinct
                    effect,
                    'product',
                    ''
                  from
                    products.assortment_rules
                  where
                    assortment_id = a.id
                    and kind = 'product'
                ) as r
            )
          )
          order by
            a.id
        ),
        '[]'
      )
    from
      restricting a
      join line on line.id = coalesce(a.unit_id, '')
  ) as assortments,
  exists (
    select
    from
      restricting
    where
      unit_id is not null
  )
  or exists (
    select
    from
      agreed
      join products.price_lists l using (id)
    where
      l.unit_id is not null
  ) as depend_on_unit,
  array(
    select
      s.id
    from
      products.suppliers s
    where
      s.closed_at is not null
    order by
      s.id
  ) as closed,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object('supplier', c.supplier_company_id, 'id', c.id, 'reference', c.reference, 'off', c.order_discounts)
          order by
            c.id
        ),
        '[]'
      )
    from
      discounting c
    where
      "c"."valid_from" <= $10::timestamptz
      and (
        "c"."valid_until" is null
        or "c"."valid_until" > $11::timestamptz
      )
  ) as order_discounts,
  (
    select
      last_value
    from
      products.terms_revision
  ) as revision,
  pg_current_snapshot()::text as snapshot;

-- Reads which products, prices and terms have changed since the last look, so that the caches drop them.
-- readChanges in server/src/modules/catalogue/products/changes/changes-store.ts
select
  pg_current_snapshot()::text as snapshot,
  '{}'::text[] as changed,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision;

-- Reads the currencies that products are priced in.
-- listCurrencies in server/src/modules/catalogue/products/product-store.ts
select
  currency
from
  products.currencies
order by
  currency;

-- Asks whether the synonyms have changed.
-- synonymsRevision in server/src/modules/catalogue/search/synonyms/synonym-store.ts
select
  last_value as revision
from
  search.synonyms_revision;

-- Reads the synonyms that operators keep.
-- listSynonyms in server/src/modules/catalogue/search/synonyms/synonym-store.ts
select
  *
from
  "search"."synonyms"
order by
  "id"
limit
  $1;

-- Asks whether any product has a successor. Mostly none has, and no successor is looked for.
-- isAnySuperseded in server/src/modules/catalogue/products/superseded-store.ts
select
  exists (
    select
    from
      products.superseded
  ) as any;

-- Reads the categories that have a noun for their products, such as “bolt”.
-- listKinds in server/src/modules/catalogue/search/query/kinds-store.ts
select
  c.id,
  c.path_ids,
  c.nouns,
  c.heads,
  t.documents,
  coalesce(
    (
      select
        documents
      from
        search.totals
      where
        name = 'documents'
    ),
    0
  ) as total
from
  products.categories c
  left join search.terms t on t.lexeme = $1 || c.id
where
  cardinality(c.heads) > 0;

-- Reduces the words to their stems in each language, and counts the products that have each stem.
-- analyzeWords in server/src/modules/catalogue/search/query/analysis-store.ts
select
  w.place,
  r.language,
  r.own,
  r.mixed,
  l.lexeme,
  coalesce(t.documents, 0) as documents,
  s.documents as total,
  s.average_length as average,
  -- With an EXISTS the planner reads the brands of all products first.
  case
    when w.place <= (
      select
        $1::integer
    ) then (
      select
        true
      from
        search.documents d
      where
        lower(d.brand) collate "C" = lower(w.word) collate "C"
      limit
        1
    )
  end as is_brand
from
  search.totals s
  left join (
    search.readings r
    cross join unnest(
      (
        select
          $2::text[]
      )
    ) with ordinality as w (word, place)
  ) on true
  left join lateral unnest(search.vector_of (r.language, w.word)) as l on true
  -- With a plain join the planner reads all words of the catalogue first.
  left join lateral (
    select
      t.documents
    from
      search.terms t
    where
      t.lexeme = l.lexeme
    offset
      0
  ) as t on true
where
  s.name = 'documents'
  -- Of post-it the whole stands before its parts, as it does in texts.
order by
  r.language,
  w.place,
  l.positions[1];

-- Asks whether any product has one of the words.
-- isInUse in server/src/modules/catalogue/search/query/analysis-store.ts
select
  exists (
    select
      1
    from
      search.documents d
    where
      d.tsv @@ (
        select
          string_agg(quote_literal(lexeme), ' | ')
        from
          unnest($1::text[]) as lexeme
      )::tsquery
  ) as found;

-- Counts the products that have some words next to each other, up to a limit.
-- countPhrase in server/src/modules/catalogue/search/query/analysis-store.ts
select
  count(*) as count
from
  (
    select
      1
    from
      search.documents d
    where
      d.tsv @@ any (
        array(
          select
            search.phrase_of (language, $1)
          from
            search.languages
        )
      )
    limit
      $2
  ) as found;

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  exact as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      value = any (
        (
          select
            $1::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  named as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'named' as match
    from
      products.identifiers i
    where
      value = (
        select
          $2::text
      )
      and product_id not in (
        select
          product_id
        from
          exact
      )
    group by
      product_id
    order by
      1
    limit
      20
  ),
  hits as materialized (
    select
      *
    from
      exact
    union all
    select
      *
    from
      named
  ),
  "c1_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $3::tsquery
      )
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c1_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $4::tsquery
      )
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c1_0_0"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c1 as materialized (
    select
      d.product_id,
      (
        $5::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + $6::float8 * (greatest("x"."c1", 4 * "x"."c1" - 24) + x.kind) / ((greatest("x"."c1", 4 * "x"."c1" - 24) + x.kind) + x.norm) + x.kind * $7::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c1_0_0"
        union all
        select
          *
        from
          "c1_0_1"
      ) as d
      cross join lateral (
        select
          $8::float8 * ($9::float8 + $10::float8 * d.length / $11::float8) as norm,
          case
            when d.category_ids @> array[$12] then 1
            else 0
          end as kind,
          $13::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $14::tsquery) as "c0",
          $15::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $16::tsquery) as "c1"
        offset
          0
      ) as x
  ),
  width as materialized (
    -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
    -- none is no answer.
    select
      n.found < 50
      and (
        n.found = 0
        or (
          select
            count(*)
          from
            (
              select
                1
              from
                search.documents d
              where
                d.tsv @@ (
                  select
                    $17::tsquery
                )
              limit
                50
            ) as anywhere
        ) < 50
      ) as is_widened
    from
      (
        select
          count(*) as found
        from
          c1
      ) as n
  ),
  "c2_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $18::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c2_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $19::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_0"
              ) as taken
          ),
          0
        ),
        1000
      )
  ),
  "c2_0_2" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $20::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          greatest(
            2001 - (
              select
                count(*)
              from
                (
                  select
                    *
                  from
                    "c2_0_0"
                ) as taken
            ),
            0
          ) - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_1"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c2 as materialized (
    select
      d.product_id,
      (
        $21::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + $22::float8 * (greatest("x"."c1", 4 * "x"."c1" - 24) + x.kind) / ((greatest("x"."c1", 4 * "x"."c1" - 24) + x.kind) + x.norm) + x.kind * $23::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c2_0_0"
        union all
        select
          *
        from
          "c2_0_1"
        union all
        select
          *
        from
          "c2_0_2"
      ) as d
      cross join lateral (
        select
          $24::float8 * ($25::float8 + $26::float8 * d.length / $27::float8) as norm,
          case
            when d.category_ids @> array[$28] then 1
            else 0
          end as kind,
          $29::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $30::tsquery) as "c0",
          $31::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $32::tsquery) as "c1"
        offset
          0
      ) as x
  ),
  scored as materialized (
    -- What has every word is no near miss, also where its number resembles what was typed.
    select
      product_id,
      max(score) as score,
      case min(match)
        when 'identifier' then 'identifier'
        else max(match)
      end as match
    from
      (
        select
          product_id,
          score,
          'text' as match
        from
          c1
        union all
        select
          product_id,
          score,
          'near'
        from
          c2
        union all
        select
          d.product_id,
          case
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3
            or (
              not d.category_ids && $33::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $34::text[]
              )
            ) then 0
            else hits.score
          end,
          case
            when (
              not d.category_ids && $35::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $36::text[]
              )
            ) then 'near'
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3 then 'text'
            when hits.match in ('named', 'worded') then 'identifier'
            else hits.match
          end
        from
          hits
          join search.documents d using (product_id)
        where
          true
      ) as every_match
    group by
      product_id
  ),
  best as materialized (
    select
      product_id,
      score,
      match
    from
      scored
    order by
      score desc,
      product_id
    limit
      200
  ),
  nearby as materialized (
    select
      b.product_id,
      d.name_key,
      d.traits,
      d.category_ids,
      d.category_ids && $37::text[] as is_of_kind
    from
      best b
      join search.documents d using (product_id)
    where
      d.category_ids && $38::text[]
      or d.tsv @@ $39::tsquery
  ),
  of_kind as materialized (
    select
      product_id,
      traits
    from
      nearby
    where
      is_of_kind
  ),
  said as materialized (
    select distinct
      n.product_id,
      n.is_of_kind,
      w.word
    from
      nearby n
      cross join lateral unnest(regexp_split_to_array(n.name_key, '[^[:alnum:]]+')) as spoken (word)
      join unnest($40::text[]) as w (word) on w.word = spoken.word
  ),
  rare as materialized (
    select
      word
    from
      said
    where
      is_of_kind
    group by
      word
    having
      word = any ($41::text[])
      or count(*) < 0.1 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  parts as materialized (
    select
      product_id
    from
      said
    where
      not is_of_kind
      or word in (
        select
          word
        from
          rare
      )
    union
    select
      product_id
    from
      nearby
    where
      name_key ~ $42
      and substring(
        name_key
        from
          '^(.*?)\m(?:for|fur|pour)\M'
      ) !~ $43
  ),
  stated as materialized (
    select
      product_id,
      label
    from
      of_kind
      cross join lateral (
        select
          split_part(unnest(traits), '=', 1) as label
        offset
          0
      ) as t
    where
      label <> all ($44::text[])
  ),
  typical as materialized (
    select
      label
    from
      stated
    group by
      label
    having
      count(*) >= 0.65 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  untypical as materialized (
    select
      product_id
    from
      stated
    where
      exists (
        select
          1
        from
          typical
      )
    group by
      product_id
    having
      not bool_or(
        label in (
          select
            label
          from
            typical
        )
      )
  ),
  silent as materialized (
    select
      product_id
    from
      of_kind
    where
      exists (
        select
          1
        from
          typical
      )
      and product_id not in (
        select
          product_id
        from
          stated
      )
  ),
  called_so as materialized (
    select
      product_id
    from
      nearby n
    where
      not n.is_of_kind
      and not exists (
        select
          1
        from
          parts
        where
          parts.product_id = n.product_id
      )
      and not exists (
        select
          1
        from
          products.categories c
          cross join lateral unnest(c.nouns) as noun
        where
          c.id = n.category_ids[cardinality(n.category_ids)]
          and strpos(
            n.name_key,
            substring(
              noun
              from
                '[^ ]+$'
            )
          ) > 0
      )
  ),
  found as materialized (
    select
      product_id,
      match,
      case
        when match = 'identifier' then score
        else score + $45::float8 * (
          case
            when d.tsv @@ (
              select
                $46::tsquery
            ) then case
              when exists (
                select
                  1
                from
                  unnest(d.traits) as trait
                where
                  lower(trait) = any ($47::text[])
              ) then $48::float8
              else 0
            end + case
              when (
                d.category_ids && $49::text[]
                and not exists (
                  select
                    1
                  from
                    "parts" as one
                  where
                    one.product_id = best.product_id
                )
              ) then $50::float8
              when exists (
                select
                  1
                from
                  "called_so" as one
                where
                  one.product_id = best.product_id
              ) then $51::float8 + $52::float8
              else 0
            end
            else 0
          end - case
            when exists (
              select
                1
              from
                "parts" as one
              where
                one.product_id = best.product_id
            ) then $53::float8
            when exists (
              select
                1
              from
                "untypical" as one
              where
                one.product_id = best.product_id
            ) then $54::float8
            when exists (
              select
                1
              from
                "silent" as one
              where
                one.product_id = best.product_id
            ) then $55::float8
            else 0
          end
        )
      end as score
    from
      best
      join search.documents d using (product_id)
    union all
    select
      product_id,
      match,
      score
    from
      scored
    where
      not exists (
        select
          1
        from
          best
        where
          best.product_id = scored.product_id
      )
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          f.score::text as key,
          f.match as match
        from
          found f
        where
          true
        order by
          f.score desc,
          f.product_id
        limit
          201
      ) as ordered
  ),
  narrow as materialized (
    select
      *
    from
      c1
    union all
    select
      *
    from
      c2
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = c2.product_id
      )
    union all
    select
      d.product_id,
      hits.score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      hits
      join search.documents d using (product_id)
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = hits.product_id
      )
      and not exists (
        select
          1
        from
          c2
        where
          c2.product_id = hits.product_id
      )
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                narrow d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            narrow d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            narrow d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $56::numeric[]) as bucket
          from
            narrow d
          where
            d.currency = any ($57)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            narrow d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      found
  ) as total,
  (
    (
      select
        count(*)
      from
        c1
    ) > 2000
    or (
      select
        count(*)
      from
        c2
    ) > 2000
  ) as cut_off,
  (
    case
      when (
        select
          is_widened
        from
          width
      ) then (
        select
          count(*)
        from
          c1
      )
    end
  ) as with_all_words,
  (
    case
      when exists (
        select
          1
        from
          found
        where
          match = 'identifier'
      )
      or exists (
        select
          1
        from
          (
            select
              product_id
            from
              c1
            order by
              score desc,
              product_id
            limit
              200
          ) as b
          join search.documents d using (product_id)
        where
          d.tsv @@ (
            select
              $58::tsquery
          )
      ) then 'full'
      when exists (
        select
          1
        from
          c1
      )
      or exists (
        select
          1
        from
          found
        where
          match = 'near'
          and score >= 100000
      )
      or exists (
        select
          1
        from
          search.documents d
        where
          d.tsv @@ (
            select
              $59::tsquery
          )
        limit
          1
      ) then 'partial'
      else 'none'
    end
  ) as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision
  /* planned for all */;

-- Reads the products of the page.
-- selectProducts in server/src/modules/catalogue/products/reading/read-store.ts
select
  p.id,
  p.supplier_company_id,
  s.name as supplier_name,
  p.sku,
  p.mpn,
  p.gtins,
  p.name,
  p.brand,
  p.description,
  p.language,
  p.texts -> $1::text as text,
  p.texts is not null as is_translated,
  null::text[] as languages,
  jsonb_path_query_array(p.attributes, '$[0 to 7]') as attributes,
  p.category_id,
  c.name as category_name,
  c.path_names,
  p.state,
  p.version,
  p.unit,
  p.moq,
  p.multiple,
  p.lead_time_days,
  p.ship_to,
  p.image_urls[1] as image_url,
  p.picture_version,
  p.list_price,
  p.per_quantity,
  p.contents,
  p.currency,
  p.sample,
  p.released_on,
  p.created_at,
  p.updated_at,
  coalesce(greatest(k.on_hand - k.backordered, 0), 0) as for_sale,
  coalesce(k.backordered, 0) as backordered,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(t.min_quantity, t.unit_price::text)
          order by
            t.min_quantity
        ),
        '[]'
      )
    from
      products.price_tiers t
    where
      t.product_id = p.id
  ) as tiers,
  null::jsonb as located,
  p.harmonized_code,
  p.substitutes,
  p.accessories,
  p.compatible_with,
  p.backorder,
  null::jsonb as agreed,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision
from
  products.products p
  join products.suppliers s on s.id = p.supplier_company_id
  join products.categories c on c.id = p.category_id
  left join products.stock k on k.product_id = p.id
where
  "p"."id" in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  and not p.by_agreement;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=HXB-1001: an identifier
----------------------------------------------------------------------------------------------------

-- Reads which products, prices and terms have changed since the last look, so that the caches drop them.
-- readChanges in server/src/modules/catalogue/products/changes/changes-store.ts
select
  pg_current_snapshot()::text as snapshot,
  array(
    select distinct
      what
    from
      products.changes
    where
      xid >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(xid, $2::pg_snapshot)
  ) as changed,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision;

-- As above: analyzeWords.

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  exact as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      value = any (
        (
          select
            $1::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  prefixed as materialized (
    select
      product_id,
      2e6 - min(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      not exists (
        select
          1
        from
          exact
      )
      and value >= (
        select
          $2::text
      )
      and value < (
        select
          $3::text
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  slipped as materialized (
    select
      product_id,
      1e6 + max(length(value)) as score,
      'near' as match
    from
      products.identifiers i
    where
      not exists (
        select
          1
        from
          exact
      )
      and not exists (
        select
          1
        from
          prefixed
      )
      and value = any (
        (
          select
            $4::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      10
  ),
  resembling as materialized (
    select
      product_id,
      1e6 * max(similarity (value, $5)) as score,
      'near' as match
    from
      products.identifiers i
    where
      not exists (
        select
          1
        from
          exact
      )
      and not exists (
        select
          1
        from
          prefixed
      )
      and not exists (
        select
          1
        from
          slipped
      )
      and value % (
        select
          $6::text
      )
      and abs(length(value) - $7) <= 2
      and similarity (value, $8) >= 0.4
    group by
      product_id
    order by
      2 desc,
      1
    limit
      10
  ),
  hits as materialized (
    select
      *
    from
      exact
    union all
    select
      *
    from
      prefixed
    union all
    select
      *
    from
      slipped
    union all
    select
      *
    from
      resembling
  ),
  "c1_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $9::tsquery
      )
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  c1 as materialized (
    select
      d.product_id,
      (
        $10::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm)
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c1_0_0"
      ) as d
      cross join lateral (
        select
          $11::float8 * ($12::float8 + $13::float8 * d.length / $14::float8) as norm,
          0 as kind,
          $15::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $16::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  width as materialized (
    -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
    -- none is no answer.
    select
      n.found < 0
      and (
        n.found = 0
        or (
          select
            count(*)
          from
            (
              select
                1
              from
                search.documents d
              where
                d.tsv @@ (
                  select
                    $17::tsquery
                )
              limit
                0
            ) as anywhere
        ) < 0
      ) as is_widened
    from
      (
        select
          count(*) as found
        from
          c1
      ) as n
  ),
  "c2_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $18::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  c2 as materialized (
    select
      d.product_id,
      (
        $19::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm)
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c2_0_0"
      ) as d
      cross join lateral (
        select
          $20::float8 * ($21::float8 + $22::float8 * d.length / $23::float8) as norm,
          0 as kind,
          $24::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $25::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  found as materialized (
    -- What has every word is no near miss, also where its number resembles what was typed.
    select
      product_id,
      max(score) as score,
      case min(match)
        when 'identifier' then 'identifier'
        else max(match)
      end as match
    from
      (
        select
          product_id,
          score,
          'text' as match
        from
          c1
        union all
        select
          product_id,
          score,
          'near'
        from
          c2
        union all
        select
          d.product_id,
          case
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3
            or false then 0
            else hits.score
          end,
          case
            when false then 'near'
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3 then 'text'
            when hits.match in ('named', 'worded') then 'identifier'
            else hits.match
          end
        from
          hits
          join search.documents d using (product_id)
        where
          true
      ) as every_match
    group by
      product_id
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          f.score::text as key,
          f.match as match
        from
          found f
        where
          true
        order by
          f.score desc,
          f.product_id
        limit
          201
      ) as ordered
  ),
  narrow as materialized (
    select
      *
    from
      c1
    union all
    select
      *
    from
      c2
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = c2.product_id
      )
    union all
    select
      d.product_id,
      hits.score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      hits
      join search.documents d using (product_id)
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = hits.product_id
      )
      and not exists (
        select
          1
        from
          c2
        where
          c2.product_id = hits.product_id
      )
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                narrow d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            narrow d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            narrow d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $26::numeric[]) as bucket
          from
            narrow d
          where
            d.currency = any ($27)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            narrow d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      found
  ) as total,
  (
    (
      select
        count(*)
      from
        c1
    ) > 2000
    or (
      select
        count(*)
      from
        c2
    ) > 2000
  ) as cut_off,
  (
    case
      when (
        select
          is_widened
        from
          width
      ) then (
        select
          count(*)
        from
          c1
      )
    end
  ) as with_all_words,
  (
    case
      when exists (
        select
          1
        from
          found
        where
          match = 'identifier'
      )
      or exists (
        select
          1
        from
          (
            select
              product_id
            from
              c1
            order by
              score desc,
              product_id
            limit
              200
          ) as b
          join search.documents d using (product_id)
        where
          d.tsv @@ (
            select
              $28::tsquery
          )
      ) then 'full'
      when exists (
        select
          1
        from
          c1
      )
      or exists (
        select
          1
        from
          found
        where
          match = 'near'
          and score >= 100000
      )
      or exists (
        select
          1
        from
          search.documents d
        where
          d.tsv @@ (
            select
              $29::tsquery
          )
        limit
          1
      ) then 'partial'
      else 'none'
    end
  ) as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision
  /* planned for all */;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=bolt&brand=Boltworks&attribute=Material:steel&minPrice=1&maxPrice=50&currency=EUR&country=DE: words, filters, and the facets
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

-- As above: analyzeWords.

-- As above: countPhrase.

-- As above: isInUse.

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  exact as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      value = any (
        (
          select
            $1::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  named as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'named' as match
    from
      products.identifiers i
    where
      value = (
        select
          $2::text
      )
      and product_id not in (
        select
          product_id
        from
          exact
      )
    group by
      product_id
    order by
      1
    limit
      20
  ),
  hits as materialized (
    select
      *
    from
      exact
    union all
    select
      *
    from
      named
  ),
  "c1_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $3::tsquery
      )
      and lower(d.brand) collate "C" = any (array[lower($4::text) collate "C"])
      and d.traits && $5::text[]
      and $6 = any (d.ship_to)
      and d.currency = any ($7)
      and coalesce(d.price, 0) >= $8::numeric
      and coalesce(d.price, 0) <= $9::numeric
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c1_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $10::tsquery
      )
      and lower(d.brand) collate "C" = any (array[lower($11::text) collate "C"])
      and d.traits && $12::text[]
      and $13 = any (d.ship_to)
      and d.currency = any ($14)
      and coalesce(d.price, 0) >= $15::numeric
      and coalesce(d.price, 0) <= $16::numeric
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c1_0_0"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c1 as materialized (
    select
      d.product_id,
      (
        $17::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $18::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c1_0_0"
        union all
        select
          *
        from
          "c1_0_1"
      ) as d
      cross join lateral (
        select
          $19::float8 * ($20::float8 + $21::float8 * d.length / $22::float8) as norm,
          case
            when d.category_ids @> array[$23] then 1
            else 0
          end as kind,
          $24::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $25::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  width as materialized (
    -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
    -- none is no answer.
    select
      n.found < 0
      and (
        n.found = 0
        or (
          select
            count(*)
          from
            (
              select
                1
              from
                search.documents d
              where
                d.tsv @@ (
                  select
                    $26::tsquery
                )
              limit
                0
            ) as anywhere
        ) < 0
      ) as is_widened
    from
      (
        select
          count(*) as found
        from
          c1
      ) as n
  ),
  "c2_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $27::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and lower(d.brand) collate "C" = any (array[lower($28::text) collate "C"])
      and d.traits && $29::text[]
      and $30 = any (d.ship_to)
      and d.currency = any ($31)
      and coalesce(d.price, 0) >= $32::numeric
      and coalesce(d.price, 0) <= $33::numeric
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c2_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $34::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and lower(d.brand) collate "C" = any (array[lower($35::text) collate "C"])
      and d.traits && $36::text[]
      and $37 = any (d.ship_to)
      and d.currency = any ($38)
      and coalesce(d.price, 0) >= $39::numeric
      and coalesce(d.price, 0) <= $40::numeric
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_0"
              ) as taken
          ),
          0
        ),
        1000
      )
  ),
  "c2_0_2" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $41::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and lower(d.brand) collate "C" = any (array[lower($42::text) collate "C"])
      and d.traits && $43::text[]
      and $44 = any (d.ship_to)
      and d.currency = any ($45)
      and coalesce(d.price, 0) >= $46::numeric
      and coalesce(d.price, 0) <= $47::numeric
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          greatest(
            2001 - (
              select
                count(*)
              from
                (
                  select
                    *
                  from
                    "c2_0_0"
                ) as taken
            ),
            0
          ) - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_1"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c2 as materialized (
    select
      d.product_id,
      (
        $48::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $49::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c2_0_0"
        union all
        select
          *
        from
          "c2_0_1"
        union all
        select
          *
        from
          "c2_0_2"
      ) as d
      cross join lateral (
        select
          $50::float8 * ($51::float8 + $52::float8 * d.length / $53::float8) as norm,
          case
            when d.category_ids @> array[$54] then 1
            else 0
          end as kind,
          $55::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $56::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  scored as materialized (
    -- What has every word is no near miss, also where its number resembles what was typed.
    select
      product_id,
      max(score) as score,
      case min(match)
        when 'identifier' then 'identifier'
        else max(match)
      end as match
    from
      (
        select
          product_id,
          score,
          'text' as match
        from
          c1
        union all
        select
          product_id,
          score,
          'near'
        from
          c2
        union all
        select
          d.product_id,
          case
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3
            or (
              not d.category_ids && $57::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $58::text[]
              )
            ) then 0
            else hits.score
          end,
          case
            when (
              not d.category_ids && $59::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $60::text[]
              )
            ) then 'near'
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3 then 'text'
            when hits.match in ('named', 'worded') then 'identifier'
            else hits.match
          end
        from
          hits
          join search.documents d using (product_id)
        where
          true
          and lower(d.brand) collate "C" = any (array[lower($61::text) collate "C"])
          and d.traits && $62::text[]
          and $63 = any (d.ship_to)
          and d.currency = any ($64)
          and coalesce(d.price, 0) >= $65::numeric
          and coalesce(d.price, 0) <= $66::numeric
      ) as every_match
    group by
      product_id
  ),
  best as materialized (
    select
      product_id,
      score,
      match
    from
      scored
    order by
      score desc,
      product_id
    limit
      200
  ),
  nearby as materialized (
    select
      b.product_id,
      d.name_key,
      d.traits,
      d.category_ids,
      d.category_ids && $67::text[] as is_of_kind
    from
      best b
      join search.documents d using (product_id)
    where
      d.category_ids && $68::text[]
      or d.tsv @@ $69::tsquery
  ),
  of_kind as materialized (
    select
      product_id,
      traits
    from
      nearby
    where
      is_of_kind
  ),
  said as materialized (
    select distinct
      n.product_id,
      n.is_of_kind,
      w.word
    from
      nearby n
      cross join lateral unnest(regexp_split_to_array(n.name_key, '[^[:alnum:]]+')) as spoken (word)
      join unnest($70::text[]) as w (word) on w.word = spoken.word
  ),
  rare as materialized (
    select
      word
    from
      said
    where
      is_of_kind
    group by
      word
    having
      word = any ($71::text[])
      or count(*) < 0.1 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  parts as materialized (
    select
      product_id
    from
      said
    where
      not is_of_kind
      or word in (
        select
          word
        from
          rare
      )
    union
    select
      product_id
    from
      nearby
    where
      name_key ~ $72
      and substring(
        name_key
        from
          '^(.*?)\m(?:for|fur|pour)\M'
      ) !~ $73
  ),
  stated as materialized (
    select
      product_id,
      label
    from
      of_kind
      cross join lateral (
        select
          split_part(unnest(traits), '=', 1) as label
        offset
          0
      ) as t
    where
      label <> all ($74::text[])
  ),
  typical as materialized (
    select
      label
    from
      stated
    group by
      label
    having
      count(*) >= 0.65 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  untypical as materialized (
    select
      product_id
    from
      stated
    where
      exists (
        select
          1
        from
          typical
      )
    group by
      product_id
    having
      not bool_or(
        label in (
          select
            label
          from
            typical
        )
      )
  ),
  silent as materialized (
    select
      product_id
    from
      of_kind
    where
      exists (
        select
          1
        from
          typical
      )
      and product_id not in (
        select
          product_id
        from
          stated
      )
  ),
  called_so as materialized (
    select
      product_id
    from
      nearby n
    where
      not n.is_of_kind
      and not exists (
        select
          1
        from
          parts
        where
          parts.product_id = n.product_id
      )
      and not exists (
        select
          1
        from
          products.categories c
          cross join lateral unnest(c.nouns) as noun
        where
          c.id = n.category_ids[cardinality(n.category_ids)]
          and strpos(
            n.name_key,
            substring(
              noun
              from
                '[^ ]+$'
            )
          ) > 0
      )
  ),
  found as materialized (
    select
      product_id,
      match,
      case
        when match = 'identifier' then score
        else score + $75::float8 * (
          case
            when d.tsv @@ (
              select
                $76::tsquery
            ) then case
              when exists (
                select
                  1
                from
                  unnest(d.traits) as trait
                where
                  lower(trait) = any ($77::text[])
              ) then $78::float8
              else 0
            end + case
              when (
                d.category_ids && $79::text[]
                and not exists (
                  select
                    1
                  from
                    "parts" as one
                  where
                    one.product_id = best.product_id
                )
              ) then $80::float8
              when exists (
                select
                  1
                from
                  "called_so" as one
                where
                  one.product_id = best.product_id
              ) then $81::float8 + $82::float8
              else 0
            end
            else 0
          end - case
            when exists (
              select
                1
              from
                "parts" as one
              where
                one.product_id = best.product_id
            ) then $83::float8
            when exists (
              select
                1
              from
                "untypical" as one
              where
                one.product_id = best.product_id
            ) then $84::float8
            when exists (
              select
                1
              from
                "silent" as one
              where
                one.product_id = best.product_id
            ) then $85::float8
            else 0
          end
        )
      end as score
    from
      best
      join search.documents d using (product_id)
    union all
    select
      product_id,
      match,
      score
    from
      scored
    where
      not exists (
        select
          1
        from
          best
        where
          best.product_id = scored.product_id
      )
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          f.score::text as key,
          f.match as match
        from
          found f
        where
          true
        order by
          f.score desc,
          f.product_id
        limit
          201
      ) as ordered
  ),
  "wide_brand" as materialized (
    select
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      (
        d.tsv @@ (
          case
            when (
              select
                is_widened
              from
                width
            ) then (
              select
                $86::tsquery
            )
            else (
              select
                $87::tsquery
            )
          end
        )
        or d.product_id = any (
          array(
            select
              product_id
            from
              hits
          )
        )
      )
      and d.traits && $88::text[]
      and $89 = any (d.ship_to)
      and d.currency = any ($90)
      and coalesce(d.price, 0) >= $91::numeric
      and coalesce(d.price, 0) <= $92::numeric
  ),
  "wide_price" as materialized (
    select
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      (
        d.tsv @@ (
          case
            when (
              select
                is_widened
              from
                width
            ) then (
              select
                $93::tsquery
            )
            else (
              select
                $94::tsquery
            )
          end
        )
        or d.product_id = any (
          array(
            select
              product_id
            from
              hits
          )
        )
      )
      and lower(d.brand) collate "C" = any (array[lower($95::text) collate "C"])
      and d.traits && $96::text[]
      and $97 = any (d.ship_to)
  ),
  "wide_label_0" as materialized (
    select
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      (
        d.tsv @@ (
          case
            when (
              select
                is_widened
              from
                width
            ) then (
              select
                $98::tsquery
            )
            else (
              select
                $99::tsquery
            )
          end
        )
        or d.product_id = any (
          array(
            select
              product_id
            from
              hits
          )
        )
      )
      and lower(d.brand) collate "C" = any (array[lower($100::text) collate "C"])
      and $101 = any (d.ship_to)
      and d.currency = any ($102)
      and coalesce(d.price, 0) >= $103::numeric
      and coalesce(d.price, 0) <= $104::numeric
  ),
  narrow as materialized (
    select
      *
    from
      c1
    union all
    select
      *
    from
      c2
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = c2.product_id
      )
    union all
    select
      d.product_id,
      hits.score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      hits
      join search.documents d using (product_id)
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = hits.product_id
      )
      and not exists (
        select
          1
        from
          c2
        where
          c2.product_id = hits.product_id
      )
      and lower(d.brand) collate "C" = any (array[lower($105::text) collate "C"])
      and d.traits && $106::text[]
      and $107 = any (d.ship_to)
      and d.currency = any ($108)
      and coalesce(d.price, 0) >= $109::numeric
      and coalesce(d.price, 0) <= $110::numeric
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                narrow d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            "wide_brand" d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        lower(brand) collate "C" = any (array[lower($111::text) collate "C"]) desc,
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            narrow d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $112::numeric[]) as bucket
          from
            "wide_price" d
          where
            d.currency = any ($113)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            narrow d
        ) as each_trait
      where
        not trait ^@ any ($114::text[])
      group by
        2
      order by
        trait = any ($115::text[]) desc,
        4 desc,
        2
      limit
        300
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            "wide_label_0" d
        ) as each_trait
      where
        trait ^@ $116
      group by
        2
      order by
        trait = any ($117::text[]) desc,
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      found
  ) as total,
  (
    (
      select
        count(*)
      from
        c1
    ) > 2000
    or (
      select
        count(*)
      from
        c2
    ) > 2000
  ) as cut_off,
  (
    case
      when (
        select
          is_widened
        from
          width
      ) then (
        select
          count(*)
        from
          c1
      )
    end
  ) as with_all_words,
  (
    case
      when exists (
        select
          1
        from
          found
        where
          match = 'identifier'
      )
      or exists (
        select
          1
        from
          (
            select
              product_id
            from
              c1
            order by
              score desc,
              product_id
            limit
              200
          ) as b
          join search.documents d using (product_id)
        where
          d.tsv @@ (
            select
              $118::tsquery
          )
      ) then 'full'
      when exists (
        select
          1
        from
          c1
      )
      or exists (
        select
          1
        from
          found
        where
          match = 'near'
          and score >= 100000
      )
      or exists (
        select
          1
        from
          search.documents d
        where
          d.tsv @@ (
            select
              $119::tsquery
          )
          and lower(d.brand) collate "C" = any (array[lower($120::text) collate "C"])
          and d.traits && $121::text[]
          and $122 = any (d.ship_to)
          and d.currency = any ($123)
          and coalesce(d.price, 0) >= $124::numeric
          and coalesce(d.price, 0) <= $125::numeric
        limit
          1
      ) then 'partial'
      else 'none'
    end
  ) as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=bolt&availability=in_stock&maxLeadTimeDays=3: words, and filters on stock and lead time
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  exact as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      value = any (
        (
          select
            $1::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  named as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'named' as match
    from
      products.identifiers i
    where
      value = (
        select
          $2::text
      )
      and product_id not in (
        select
          product_id
        from
          exact
      )
    group by
      product_id
    order by
      1
    limit
      20
  ),
  hits as materialized (
    select
      *
    from
      exact
    union all
    select
      *
    from
      named
  ),
  "c1_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $3::tsquery
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $4::integer
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c1_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $5::tsquery
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $6::integer
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c1_0_0"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c1 as materialized (
    select
      d.product_id,
      (
        $7::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $8::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c1_0_0"
        union all
        select
          *
        from
          "c1_0_1"
      ) as d
      cross join lateral (
        select
          $9::float8 * ($10::float8 + $11::float8 * d.length / $12::float8) as norm,
          case
            when d.category_ids @> array[$13] then 1
            else 0
          end as kind,
          $14::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $15::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  width as materialized (
    -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
    -- none is no answer.
    select
      n.found < 0
      and (
        n.found = 0
        or (
          select
            count(*)
          from
            (
              select
                1
              from
                search.documents d
              where
                d.tsv @@ (
                  select
                    $16::tsquery
                )
              limit
                0
            ) as anywhere
        ) < 0
      ) as is_widened
    from
      (
        select
          count(*) as found
        from
          c1
      ) as n
  ),
  "c2_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $17::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $18::integer
    order by
      d.length,
      d.product_id
    limit
      least(2001, 2001)
  ),
  "c2_0_1" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $19::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $20::integer
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          2001 - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_0"
              ) as taken
          ),
          0
        ),
        1000
      )
  ),
  "c2_0_2" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $21::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $22::integer
    order by
      d.length,
      d.product_id
    limit
      least(
        greatest(
          greatest(
            2001 - (
              select
                count(*)
              from
                (
                  select
                    *
                  from
                    "c2_0_0"
                ) as taken
            ),
            0
          ) - (
            select
              count(*)
            from
              (
                select
                  *
                from
                  "c2_0_1"
              ) as taken
          ),
          0
        ),
        2001
      )
  ),
  c2 as materialized (
    select
      d.product_id,
      (
        $23::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $24::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c2_0_0"
        union all
        select
          *
        from
          "c2_0_1"
        union all
        select
          *
        from
          "c2_0_2"
      ) as d
      cross join lateral (
        select
          $25::float8 * ($26::float8 + $27::float8 * d.length / $28::float8) as norm,
          case
            when d.category_ids @> array[$29] then 1
            else 0
          end as kind,
          $30::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $31::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  scored as materialized (
    -- What has every word is no near miss, also where its number resembles what was typed.
    select
      product_id,
      max(score) as score,
      case min(match)
        when 'identifier' then 'identifier'
        else max(match)
      end as match
    from
      (
        select
          product_id,
          score,
          'text' as match
        from
          c1
        union all
        select
          product_id,
          score,
          'near'
        from
          c2
        union all
        select
          d.product_id,
          case
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3
            or (
              not d.category_ids && $32::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $33::text[]
              )
            ) then 0
            else hits.score
          end,
          case
            when (
              not d.category_ids && $34::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $35::text[]
              )
            ) then 'near'
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3 then 'text'
            when hits.match in ('named', 'worded') then 'identifier'
            else hits.match
          end
        from
          hits
          join search.documents d using (product_id)
        where
          true
          and coalesce(
            (
              select
                (s.on_hand - s.backordered >= 10000)
              from
                products.stock s
              where
                s.product_id = d.product_id
            ),
            false
          )
          and (
            select
              p.lead_time_days
            from
              products.products p
            where
              p.id = d.product_id
          ) <= $36::integer
      ) as every_match
    group by
      product_id
  ),
  best as materialized (
    select
      product_id,
      score,
      match
    from
      scored
    order by
      score desc,
      product_id
    limit
      200
  ),
  nearby as materialized (
    select
      b.product_id,
      d.name_key,
      d.traits,
      d.category_ids,
      d.category_ids && $37::text[] as is_of_kind
    from
      best b
      join search.documents d using (product_id)
    where
      d.category_ids && $38::text[]
      or d.tsv @@ $39::tsquery
  ),
  of_kind as materialized (
    select
      product_id,
      traits
    from
      nearby
    where
      is_of_kind
  ),
  said as materialized (
    select distinct
      n.product_id,
      n.is_of_kind,
      w.word
    from
      nearby n
      cross join lateral unnest(regexp_split_to_array(n.name_key, '[^[:alnum:]]+')) as spoken (word)
      join unnest($40::text[]) as w (word) on w.word = spoken.word
  ),
  rare as materialized (
    select
      word
    from
      said
    where
      is_of_kind
    group by
      word
    having
      word = any ($41::text[])
      or count(*) < 0.1 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  parts as materialized (
    select
      product_id
    from
      said
    where
      not is_of_kind
      or word in (
        select
          word
        from
          rare
      )
    union
    select
      product_id
    from
      nearby
    where
      name_key ~ $42
      and substring(
        name_key
        from
          '^(.*?)\m(?:for|fur|pour)\M'
      ) !~ $43
  ),
  stated as materialized (
    select
      product_id,
      label
    from
      of_kind
      cross join lateral (
        select
          split_part(unnest(traits), '=', 1) as label
        offset
          0
      ) as t
    where
      label <> all ($44::text[])
  ),
  typical as materialized (
    select
      label
    from
      stated
    group by
      label
    having
      count(*) >= 0.65 * (
        select
          count(*)
        from
          of_kind
      )
  ),
  untypical as materialized (
    select
      product_id
    from
      stated
    where
      exists (
        select
          1
        from
          typical
      )
    group by
      product_id
    having
      not bool_or(
        label in (
          select
            label
          from
            typical
        )
      )
  ),
  silent as materialized (
    select
      product_id
    from
      of_kind
    where
      exists (
        select
          1
        from
          typical
      )
      and product_id not in (
        select
          product_id
        from
          stated
      )
  ),
  called_so as materialized (
    select
      product_id
    from
      nearby n
    where
      not n.is_of_kind
      and not exists (
        select
          1
        from
          parts
        where
          parts.product_id = n.product_id
      )
      and not exists (
        select
          1
        from
          products.categories c
          cross join lateral unnest(c.nouns) as noun
        where
          c.id = n.category_ids[cardinality(n.category_ids)]
          and strpos(
            n.name_key,
            substring(
              noun
              from
                '[^ ]+$'
            )
          ) > 0
      )
  ),
  found as materialized (
    select
      product_id,
      match,
      case
        when match = 'identifier' then score
        else score + $45::float8 * (
          case
            when d.tsv @@ (
              select
                $46::tsquery
            ) then case
              when exists (
                select
                  1
                from
                  unnest(d.traits) as trait
                where
                  lower(trait) = any ($47::text[])
              ) then $48::float8
              else 0
            end + case
              when (
                d.category_ids && $49::text[]
                and not exists (
                  select
                    1
                  from
                    "parts" as one
                  where
                    one.product_id = best.product_id
                )
              ) then $50::float8
              when exists (
                select
                  1
                from
                  "called_so" as one
                where
                  one.product_id = best.product_id
              ) then $51::float8 + $52::float8
              else 0
            end
            else 0
          end - case
            when exists (
              select
                1
              from
                "parts" as one
              where
                one.product_id = best.product_id
            ) then $53::float8
            when exists (
              select
                1
              from
                "untypical" as one
              where
                one.product_id = best.product_id
            ) then $54::float8
            when exists (
              select
                1
              from
                "silent" as one
              where
                one.product_id = best.product_id
            ) then $55::float8
            else 0
          end
        )
      end as score
    from
      best
      join search.documents d using (product_id)
    union all
    select
      product_id,
      match,
      score
    from
      scored
    where
      not exists (
        select
          1
        from
          best
        where
          best.product_id = scored.product_id
      )
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          f.score::text as key,
          f.match as match
        from
          found f
        where
          true
        order by
          f.score desc,
          f.product_id
        limit
          201
      ) as ordered
  ),
  narrow as materialized (
    select
      *
    from
      c1
    union all
    select
      *
    from
      c2
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = c2.product_id
      )
    union all
    select
      d.product_id,
      hits.score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      hits
      join search.documents d using (product_id)
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = hits.product_id
      )
      and not exists (
        select
          1
        from
          c2
        where
          c2.product_id = hits.product_id
      )
      and coalesce(
        (
          select
            (s.on_hand - s.backordered >= 10000)
          from
            products.stock s
          where
            s.product_id = d.product_id
        ),
        false
      )
      and (
        select
          p.lead_time_days
        from
          products.products p
        where
          p.id = d.product_id
      ) <= $56::integer
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                narrow d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            narrow d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            narrow d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $57::numeric[]) as bucket
          from
            narrow d
          where
            d.currency = any ($58)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            narrow d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      found
  ) as total,
  (
    (
      select
        count(*)
      from
        c1
    ) > 2000
    or (
      select
        count(*)
      from
        c2
    ) > 2000
  ) as cut_off,
  (
    case
      when (
        select
          is_widened
        from
          width
      ) then (
        select
          count(*)
        from
          c1
      )
    end
  ) as with_all_words,
  (
    case
      when exists (
        select
          1
        from
          found
        where
          match = 'identifier'
      )
      or exists (
        select
          1
        from
          (
            select
              product_id
            from
              c1
            order by
              score desc,
              product_id
            limit
              200
          ) as b
          join search.documents d using (product_id)
        where
          d.tsv @@ (
            select
              $59::tsquery
          )
      ) then 'full'
      when exists (
        select
          1
        from
          c1
      )
      or exists (
        select
          1
        from
          found
        where
          match = 'near'
          and score >= 100000
      )
      or exists (
        select
          1
        from
          search.documents d
        where
          d.tsv @@ (
            select
              $60::tsquery
          )
          and coalesce(
            (
              select
                (s.on_hand - s.backordered >= 10000)
              from
                products.stock s
              where
                s.product_id = d.product_id
            ),
            false
          )
          and (
            select
              p.lead_time_days
            from
              products.products p
            where
              p.id = d.product_id
          ) <= $61::integer
        limit
          1
      ) then 'partial'
      else 'none'
    end
  ) as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision
  /* planned for all */;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?availability=in_stock&maxLeadTimeDays=3: filters on stock and lead time, without words
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  everything as materialized (
    select
      d.product_id,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      true
      and exists (
        select
        from
          products.stock s
        where
          s.product_id = d.product_id
          and ((s.on_hand - s.backordered >= 10000))
      )
      and exists (
        select
        from
          products.products p
        where
          p.id = d.product_id
          and p.lead_time_days <= $1::integer
      )
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          d.released_on::text as key,
          null::text as match
        from
          search.documents d
        where
          true
          and exists (
            select
            from
              products.stock s
            where
              s.product_id = d.product_id
              and ((s.on_hand - s.backordered >= 10000))
          )
          and exists (
            select
            from
              products.products p
            where
              p.id = d.product_id
              and p.lead_time_days <= $2::integer
          )
        order by
          d.released_on desc,
          d.product_id desc
        limit
          201
      ) as ordered
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                everything d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            everything d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            everything d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $3::numeric[]) as bucket
          from
            everything d
          where
            d.currency = any ($4)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            everything d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      everything
  ) as total,
  false as cut_off,
  null::bigint as with_all_words,
  null::text as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?category=bolts: a category, without words
----------------------------------------------------------------------------------------------------

-- Finds the category by its id, its name or its path.
-- listNamedCategories in server/src/modules/catalogue/products/categories/category-store.ts
with
  by_id as (
    select
      one.id,
      one.path_names
    from
      products.categories one
    where
      one.id = $1
  ),
  named as materialized (
    select
      id,
      path_names
    from
      products.categories
    where
      not exists (
        select
        from
          by_id
      )
      and (
        select
          lower(
            unaccent (btrim(regexp_replace(regexp_replace($2::text, '\s*[/>»›|]\s*', '/', 'g'), '\s+', ' ', 'g')))
          )
      ) in (
        lower(unaccent (btrim(regexp_replace(regexp_replace(name, '\s*[/>»›|]\s*', '/', 'g'), '\s+', ' ', 'g')))),
        lower(
          unaccent (
            btrim(
              regexp_replace(regexp_replace(array_to_string(path_names, '/'), '\s*[/>»›|]\s*', '/', 'g'), '\s+', ' ', 'g')
            )
          )
        )
      )
  )
select
  id,
  path_names as path
from
  by_id
union all
select
  named.id,
  named.path_names
from
  named
where
  true
order by
  id
limit
  $3;

-- As above: readChanges.

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  everything as materialized (
    select
      d.product_id,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      true
      and d.category_ids @> array[$1]
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          d.released_on::text as key,
          null::text as match
        from
          search.documents d
        where
          true
          and d.category_ids @> array[$2]
        order by
          d.released_on desc,
          d.product_id desc
        limit
          201
      ) as ordered
  ),
  "wide_category" as materialized (
    select
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      true
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        products.categories s
        cross join (
          select
            category_id,
            sum(found)::integer as count
          from
            (
              select
                unnest(d.category_ids) as category_id,
                1 as found
              from
                "wide_category" d
              union all
              select
                $3,
                0
            ) as counted
          group by
            1
        ) as n
        join products.categories c on c.id = n.category_id
        and (
          c.id = any (s.path_ids)
          or c.parent_id = s.id
        )
      where
        s.id = $4
      order by
        c.id = any (s.path_ids) desc,
        n.count desc,
        c.id
      limit
        30
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            everything d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            everything d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $5::numeric[]) as bucket
          from
            everything d
          where
            d.currency = any ($6)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            everything d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      everything
  ) as total,
  false as cut_off,
  null::bigint as with_all_words,
  null::text as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=bolt&sort=price_asc&limit=2: sorted by price
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- Finds the candidates within the filters, ranks them, and counts the facets. The heart of the search.
-- rankProducts in server/src/modules/catalogue/search/ranking/rank-store.ts
with
  exact as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'identifier' as match
    from
      products.identifiers i
    where
      value = any (
        (
          select
            $1::text[]
        )::text[]
      )
    group by
      product_id
    order by
      2 desc,
      1
    limit
      20
  ),
  named as materialized (
    select
      product_id,
      3e6 + max(length(value)) as score,
      'named' as match
    from
      products.identifiers i
    where
      value = (
        select
          $2::text
      )
      and product_id not in (
        select
          product_id
        from
          exact
      )
    group by
      product_id
    order by
      1
    limit
      20
  ),
  hits as materialized (
    select
      *
    from
      exact
    union all
    select
      *
    from
      named
  ),
  "c1_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $3::tsquery
      )
    order by
      d.price,
      d.product_id
    limit
      least(2001, 2001)
  ),
  c1 as materialized (
    select
      d.product_id,
      (
        $4::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $5::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c1_0_0"
      ) as d
      cross join lateral (
        select
          $6::float8 * ($7::float8 + $8::float8 * d.length / $9::float8) as norm,
          case
            when d.category_ids @> array[$10] then 1
            else 0
          end as kind,
          $11::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $12::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  width as materialized (
    -- Decided without the filters, but by what the company sees: narrowing a search must not find more than before. But
    -- none is no answer.
    select
      n.found < 0
      and (
        n.found = 0
        or (
          select
            count(*)
          from
            (
              select
                1
              from
                search.documents d
              where
                d.tsv @@ (
                  select
                    $13::tsquery
                )
              limit
                0
            ) as anywhere
        ) < 0
      ) as is_widened
    from
      (
        select
          count(*) as found
        from
          c1
      ) as n
  ),
  "c2_0_0" as materialized (
    select
      d.product_id,
      d.length,
      d.frequencies,
      d.supplier_company_id,
      d.brand,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      search.documents d
    where
      d.tsv @@ (
        select
          $14::tsquery
      )
      and (
        select
          is_widened
        from
          width
      )
    order by
      d.price,
      d.product_id
    limit
      least(2001, 2001)
  ),
  c2 as materialized (
    select
      d.product_id,
      (
        $15::float8 * greatest("x"."c0", 4 * "x"."c0" - 24) / (greatest("x"."c0", 4 * "x"."c0" - 24) + x.norm) + x.kind * $16::float8 * 1
      ) as score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      (
        select
          *
        from
          "c2_0_0"
      ) as d
      cross join lateral (
        select
          $17::float8 * ($18::float8 + $19::float8 * d.length / $20::float8) as norm,
          case
            when d.category_ids @> array[$21] then 1
            else 0
          end as kind,
          $22::float8 * ts_rank('{0.125,0.25,0.5,1}'::float4[], d.frequencies, $23::tsquery) as "c0"
        offset
          0
      ) as x
  ),
  found as materialized (
    -- What has every word is no near miss, also where its number resembles what was typed.
    select
      product_id,
      max(score) as score,
      case min(match)
        when 'identifier' then 'identifier'
        else max(match)
      end as match
    from
      (
        select
          product_id,
          score,
          'text' as match
        from
          c1
        union all
        select
          product_id,
          score,
          'near'
        from
          c2
        union all
        select
          d.product_id,
          case
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3
            or (
              not d.category_ids && $24::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $25::text[]
              )
            ) then 0
            else hits.score
          end,
          case
            when (
              not d.category_ids && $26::text[]
              and exists (
                select
                  1
                from
                  c1
                  join search.documents k using (product_id)
                where
                  k.category_ids && $27::text[]
              )
            ) then 'near'
            when hits.match = 'named'
            and (
              select
                count(*)
              from
                c1
            ) > 3 then 'text'
            when hits.match in ('named', 'worded') then 'identifier'
            else hits.match
          end
        from
          hits
          join search.documents d using (product_id)
        where
          true
      ) as every_match
    group by
      product_id
  ),
  page as (
    select
      *,
      row_number() over () as place
    from
      (
        select
          product_id,
          (d.price)::text as key,
          f.match as match
        from
          found f
          join search.documents d using (product_id)
        where
          true
          and d.currency = any ($28)
        order by
          d.price,
          d.product_id
        limit
          201
      ) as ordered
  ),
  narrow as materialized (
    select
      *
    from
      c1
    union all
    select
      *
    from
      c2
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = c2.product_id
      )
    union all
    select
      d.product_id,
      hits.score,
      d.brand,
      d.supplier_company_id,
      d.category_ids,
      d.traits,
      d.price,
      d.currency
    from
      hits
      join search.documents d using (product_id)
    where
      not exists (
        select
          1
        from
          c1
        where
          c1.product_id = hits.product_id
      )
      and not exists (
        select
          1
        from
          c2
        where
          c2.product_id = hits.product_id
      )
  ),
  counts as (
    (
      select
        'category' as facet,
        c.id as value,
        json_build_array(c.parent_id, c.path_names)::text as label,
        n.count
      from
        (
          select
            category_id,
            count(*) as count
          from
            (
              select
                unnest(d.category_ids) as category_id
              from
                narrow d
            ) as each_category
          group by
            1
          order by
            2 desc,
            1
          limit
            30
        ) as n
        join products.categories c on c.id = n.category_id
    )
    union all
    (
      select
        'brand',
        (
          array_agg(
            brand
            order by
              count desc,
              brand
          )
        ) [1],
        null,
        sum(count)::bigint
      from
        (
          select
            d.brand,
            count(*) as count
          from
            narrow d
          group by
            1
        ) as written
      group by
        lower(brand) collate "C"
      order by
        4 desc,
        2
      limit
        25
    )
    union all
    (
      select
        'supplier',
        s.id,
        s.name,
        n.count
      from
        (
          select
            supplier_company_id,
            count(*) as count
          from
            narrow d
          group by
            1
          order by
            2 desc,
            1
          limit
            25
        ) as n
        join products.suppliers s on s.id = n.supplier_company_id
    )
    union all
    (
      select
        'price',
        bucket::text,
        null,
        count(*)
      from
        (
          select
            width_bucket(d.price, $29::numeric[]) as bucket
          from
            narrow d
          where
            d.currency = any ($30)
        ) as bucketed
      group by
        bucket
    )
    union all
    (
      select
        'traits',
        trait,
        null,
        count(*)
      from
        (
          select
            unnest(d.traits) as trait
          from
            narrow d
        ) as each_trait
      group by
        2
      order by
        4 desc,
        2
      limit
        300
    )
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(product_id, key, match)
          order by
            place
        ),
        '[]'
      )
    from
      page
  ) as hits,
  (
    select
      coalesce(jsonb_agg(jsonb_build_array(facet, value, label, count)), '[]')
    from
      counts
  ) as counts,
  (
    select
      count(*)
    from
      found
  ) as total,
  (
    (
      select
        count(*)
      from
        c1
    ) > 2000
    or (
      select
        count(*)
      from
        c2
    ) > 2000
  ) as cut_off,
  (
    case
      when (
        select
          is_widened
        from
          width
      ) then (
        select
          count(*)
        from
          c1
      )
    end
  ) as with_all_words,
  (
    case
      when exists (
        select
          1
        from
          found
        where
          match = 'identifier'
      )
      or exists (
        select
          1
        from
          (
            select
              product_id
            from
              c1
            order by
              score desc,
              product_id
            limit
              200
          ) as b
          join search.documents d using (product_id)
        where
          d.tsv @@ (
            select
              $31::tsquery
          )
      ) then 'full'
      when exists (
        select
          1
        from
          c1
      )
      or exists (
        select
          1
        from
          found
        where
          match = 'near'
          and score >= 100000
      )
      or exists (
        select
          1
        from
          search.documents d
        where
          d.tsv @@ (
            select
              $32::tsquery
          )
        limit
          1
      ) then 'partial'
      else 'none'
    end
  ) as match,
  (
    select
      last_value
    from
      products.terms_revision
  ) as terms_revision
  /* planned for all */;

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=bolt&sort=price_asc&limit=2&cursor=…: the second page. The ranking is cached
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

----------------------------------------------------------------------------------------------------
-- GET /api/v1/products?q=bolt&sort=price_asc&limit=2&cursor=…: the second page, after a price of the first page changed
----------------------------------------------------------------------------------------------------

-- As above: readChanges.

-- As above: listCurrencies.

-- As above: isAnySuperseded.

-- As above: analyzeWords.

-- As above: countPhrase.

-- As above: isInUse.

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- As above: rankProducts.

----------------------------------------------------------------------------------------------------
-- POST /api/v1/searches: starts a streamed search
----------------------------------------------------------------------------------------------------

begin;

-- Stores the streamed search, unless too many of the company run already.
-- insertSearch in server/src/modules/catalogue/search/streamed/search-store.ts
with
  begun as (
    insert into
      search.searches (
        company_id,
        id,
        owner_id,
        unit_id,
        state,
        request,
        sources,
        last_event,
        products,
        created_at,
        deadline_at,
        available_at,
        attempts
      )
    select
      $1,
      $2,
      $3,
      $4,
      'RUNNING',
      $5::jsonb,
      $6::jsonb,
      1,
      0,
      $7,
      $8,
      $9,
      0
    where
      (
        select
          count(*)
        from
          (
            select
            from
              search.searches
            where
              company_id = $10
              and state = 'RUNNING'
            limit
              $11
          ) running
      ) < $12
    returning
      company_id,
      id
  )
insert into
  search.events (company_id, search_id, event, kind, products, data)
select
  company_id,
  id,
  1,
  $13,
  $14::integer,
  $15::json
from
  begun;

commit;

----------------------------------------------------------------------------------------------------
-- A worker carries out the streamed search
----------------------------------------------------------------------------------------------------

-- As above: listParties.

-- As above: readTerms.

-- As above: readChanges.

-- As above: listCurrencies.

-- As above: synonymsRevision.

-- As above: listSynonyms.

-- As above: isAnySuperseded.

-- As above: listKinds.

-- As above: analyzeWords.

-- As above: isInUse.

-- As above: countPhrase.

select set_config('plan_cache_mode', 'force_generic_plan', true);

-- As above: rankProducts.

-- As above: selectProducts.

begin;

-- Locks the running search, and notes which products it is about to send.
-- lockAndMarkPublished in server/src/modules/catalogue/search/streamed/search-store.ts
with
  held as materialized (
    select
      *
    from
      search.searches
    where
      company_id = $1
      and id = $2
      and state = 'RUNNING'
      and lease_token = $3
    for update
  ),
  marked as (
    insert into
      search.found_products (company_id, search_id, product_id)
    select
      held.company_id,
      held.id,
      f.product_id
    from
      held,
      unnest($4::text[]) with ordinality as f (product_id, place)
    where
      f.place <= $5::integer - held.products
    on conflict do nothing
    returning
      product_id
  )
select
  held.*,
  (
    select
      array_agg(product_id)
    from
      marked
  ) as fresh
from
  held;

-- Writes the events of the streamed search and its progress.
-- writeStep in server/src/modules/catalogue/search/streamed/search-store.ts
with
  appended as (
    insert into
      search.events (company_id, search_id, event, kind, products, data)
    select
      $1,
      $2,
      $3::integer + place,
      kind,
      products,
      data::json
    from
      unnest($4::text[], $5::integer[], $6::text[]) with ordinality as appended (kind, products, data, place)
  )
update search.searches
set
  last_event = $7,
  products = $8,
  sources = $9::jsonb
where
  company_id = $10
  and id = $11;

-- Finds out which cached quotes are out of date.
-- checkReadings in server/src/modules/catalogue/products/changes/changes-store.ts
with
  readings as materialized (
    select
      *
    from
      unnest($1::text[], $2::pg_snapshot[]) with ordinality as r (topic, snapshot, place)
  ),
  notes as materialized (
    select
      xid,
      what
    from
      products.changes
    where
      xid >= (
        select
          min(pg_snapshot_xmin(snapshot))
        from
          readings
      )
  )
select
  pg_current_snapshot()::text as snapshot,
  array(
    select distinct
      r.place - 1
    from
      readings r
      cross join lateral (
        values
          (r.topic),
          ('everything')
      ) as watched (what)
      join notes n on n.what = watched.what collate "C"
    where
      not pg_visible_in_snapshot(n.xid, r.snapshot)
  ) as changed;

-- Reads price, stock and conditions of products, at the prices of the company.
-- readOffers in server/src/modules/catalogue/products/reading/offer-store.ts
select
  p.id,
  p.supplier_company_id,
  s.name as supplier_name,
  p.sku,
  p.mpn,
  p.name as name,
  p.language as language,
  p.brand,
  p.state,
  p.version,
  p.unit,
  p.moq,
  p.multiple,
  p.lead_time_days,
  p.ship_to,
  p.list_price,
  p.per_quantity,
  p.contents,
  p.currency,
  p.sample,
  coalesce(p.tax_class, c.tax_class, 'standard') as tax_class,
  coalesce(greatest(k.on_hand - k.backordered, 0), 0) as for_sale,
  coalesce(k.backordered, 0) as backordered,
  p.backorder,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(t.min_quantity, t.unit_price::text)
          order by
            t.min_quantity
        ),
        '[]'
      )
    from
      products.price_tiers t
    where
      t.product_id = p.id
  ) as tiers,
  null::jsonb as agreed,
  (
    select
      last_value
    from
      products.terms_revision
  ) as revision
from
  products.products p
  join products.suppliers s on s.id = p.supplier_company_id
  join products.categories c on c.id = p.category_id
  left join products.stock k on k.product_id = p.id
where
  "p"."id" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  and not p.by_agreement;

begin;

-- Locks the running search, so that its next events follow on its last one.
-- lockRunning in server/src/modules/catalogue/search/streamed/search-store.ts
select
  *
from
  search.searches
where
  company_id = $1
  and id = $2
  and state = 'RUNNING'
  and lease_token = $3
for update;

-- Writes the events of the streamed search and its progress.
-- writeStep in server/src/modules/catalogue/search/streamed/search-store.ts
with
  appended as (
    insert into
      search.events (company_id, search_id, event, kind, products, data)
    select
      $1,
      $2,
      $3::integer + place,
      kind,
      products,
      data::json
    from
      unnest($4::text[], $5::integer[], $6::text[]) with ordinality as appended (kind, products, data, place)
  )
update search.searches
set
  last_event = $7,
  products = $8,
  sources = $9::jsonb,
  state = $10,
  ended_at = $11,
  failure_code = $12,
  lease_token = null,
  lease_until = null
where
  company_id = $13
  and id = $14;
