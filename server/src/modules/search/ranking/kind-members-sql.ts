import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import { nameQuery } from '../query/complete-query.ts'
import { singular } from '../words/nouns.ts'
import type { Fragment } from './filter-sql.ts'

/** A word that fewer of a kind have in their names says that a product goes with the kind. */
const rarePartShare = 0.1
/** What so many of a kind state of themselves is typical of the kind. */
const typicalMin = 0.65
/** Goods of any kind state these. */
const untypicalLabels = ['Colour', 'Material']

/**
 * Sorts the products of `best` by what they are to the kind that the query calls:
 *
 * - `parts` are parts of such products, or go with them. They call themselves so, or by a word that few of the kind have in their names,
 *   or their names say that they are for one.
 * - `untypical` state attributes, and none of those that most of the kind state: a side panel among racks.
 * - `silent` state no attributes, where most of the kind do.
 * - `called_so` are of the kind by their names alone, and lie in another category. They have the whole query in their names, they are no parts,
 *   and they are not called what their own category holds.
 */
export function kindMembersCtes(analysis: Analysis): Fragment {
  const { kinds } = analysis
  return sql`nearby as materialized (
      select b.product_id, d.name_key, d.traits, d.category_ids, d.category_ids && ${[...kinds]}::text[] as is_of_kind
      from best b join search.documents d using (product_id)
      where d.category_ids && ${[...kinds]}::text[] or d.tsv @@ ${nameQuery(analysis.readings)}::tsquery
    ), of_kind as materialized (select product_id, traits from nearby where is_of_kind),
    ${partsCtes(analysis)}, ${attributesCtes()}, called_so as materialized (
      select product_id from nearby n
      where not n.is_of_kind and not exists (select 1 from parts where parts.product_id = n.product_id)
        and not exists (
          select 1 from products.categories c cross join lateral unnest(c.nouns) as noun
          where c.id = n.category_ids[cardinality(n.category_ids)] and strpos(n.name_key, substring(noun from '[^ ]+$')) > 0
        )
    )`
}

function partsCtes({ kindNouns, kindWords, values }: Analysis): Fragment {
  const asked = new Set([
    ...kindWords,
    ...values.map((value) => singular(value.replace(/^.*=/, ''))),
  ])
  const notAsked = (words: readonly string[]) => words.filter((word) => !asked.has(singular(word)))
  const sure = notAsked(accessoryWords)
  const words = [...sure, ...notAsked(partWords)]
  const noun = kindNouns.map((one) => one.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|')
  const isFor = sql`name_key ~ ${`\\m(?:for|fur|pour)\\M.*\\m(?:${noun})`}
    and substring(name_key from '^(.*?)\\m(?:for|fur|pour)\\M') !~ ${`\\m(?:${noun})`}`
  return sql`said as materialized (
      select distinct n.product_id, n.is_of_kind, w.word from nearby n
      cross join lateral unnest(regexp_split_to_array(n.name_key, '[^[:alnum:]]+')) as spoken(word)
      join unnest(${words}::text[]) as w(word) on w.word = spoken.word
    ), rare as materialized (
      select word from said where is_of_kind group by word
      having word = any(${sure}::text[]) or count(*) < ${sql.lit(rarePartShare)} * (select count(*) from of_kind)
    ), parts as materialized (
      select product_id from said where not is_of_kind or word in (select word from rare)
      union select product_id from nearby where ${isFor}
    )`
}

function attributesCtes(): Fragment {
  return sql`stated as materialized (
      select product_id, label from of_kind
      cross join lateral (select split_part(unnest(traits), '=', 1) as label offset 0) as t
      where label <> all (${untypicalLabels}::text[])
    ), typical as materialized (
      select label from stated group by label
      having count(*) >= ${sql.lit(typicalMin)} * (select count(*) from of_kind)
    ), untypical as materialized (
      select product_id from stated where exists (select 1 from typical)
      group by product_id having not bool_or(label in (select label from typical))
    ), silent as materialized (
      select product_id from of_kind
      where exists (select 1 from typical) and product_id not in (select product_id from stated)
    )`
}

/** What calls itself so is a part of something, or goes with it, whatever it lies beside. */
const accessoryWords: readonly string[] = (
  'accessory accessories spare spares ' +
  'zubehor zubehorteil ersatzteil ersatzteile ' +
  'accessoire accessoires'
).split(' ')

/**
 * What is of a kind only where most of the kind say so: in the category of racks a bracket goes with one, in that of mounts it is one.
 * As names have them, in lower case and without accents, in English, German and French.
 */
const partWords: readonly string[] = (
  'kit kits part parts bracket brackets mount mounts mounting screw screws washer washers nut nuts cover covers tray trays caddy ' +
  'holder holders chassis castor castors caster casters rail rails plate plates strap straps bag bags filter filters ' +
  'brush brushes case cases sleeve adapter adapters adaptor cable cables battery batteries warranty licence license upgrade ' +
  'header feeder finisher stacker cabinet door hook clip clips tip tips refill refills replacement cleaning cleaner clothes ' +
  'shoes outfit converter software caps cap lid hose ' +
  'halterung halter wandhalterung schraube schrauben abdeckung hulle tasche taschen kabel akku akkus garantie lizenz modul fach adapterkabel ' +
  'support fixation vis housse etui coque sac cordon batterie garantie pile plaque tiroir'
).split(' ')
