import { arrayLiteral } from '#modules/products'
import { sql } from '#platform/db'
import type { Analysis } from '../query/analysis.ts'
import { nameQuery } from '../query/complete-query.ts'
import { singular } from '../words/nouns.ts'
import type { Fragment } from './filter-sql.ts'

/** A word that a smaller share of a kind has in its names marks an accessory of the kind. */
const rarePartShare = 0.1
/** An attribute that at least this share of a kind has is typical of the kind. */
const typicalMin = 0.65
/** Goods of any kind have these attributes. */
const untypicalLabels = ['Colour', 'Material']

/**
 * Sorts the products of `best` by their relation to the kind that the query names:
 *
 * - `parts` are parts or accessories of such products. Their names say so, have a word that few products of the kind
 *   have, or say that they are for one.
 * - `untypical` products have attributes, but none that most of the kind have: a side panel among racks.
 * - `silent` products have no attributes, although most of the kind have some.
 * - `called_so` products belong to the kind by their names alone, and are in another category. Their names have the
 *   whole query and are not those of their own category, and the products are no parts.
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
  const queryWords = new Set([
    ...kindWords,
    ...values.map((value) => singular(value.replace(/^.*=/, ''))),
  ])
  const sure = accessoryWords.without(queryWords)
  const words = allPartWords.without(queryWords)
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

/** Words, as the literal of an array. Most queries name none of them, so the literal of all is written once. */
function wordList(words: readonly string[]) {
  const byRoot = Map.groupBy(words, singular)
  const all = arrayLiteral(words)
  return {
    without: (queryWords: ReadonlySet<string>): string => {
      const isNamed = [...queryWords].some((word) => byRoot.has(word))
      return isNamed ? arrayLiteral(words.filter((word) => !queryWords.has(singular(word)))) : all
    },
  }
}

/** A product with such a word is a part or an accessory of something, in any category. */
const accessoryNames =
  'accessory accessories spare spares ' +
  'zubehor zubehorteil ersatzteil ersatzteile ' +
  'accessoire accessoires'

/**
 * A product with such a word belongs to a kind only if most of the kind have the word: among racks a bracket is an
 * accessory, among mounts it is one of the kind. In lower case and without accents, in English, German and French.
 */
const partNames =
  'kit kits part parts bracket brackets mount mounts mounting screw screws washer washers nut nuts cover covers tray trays caddy ' +
  'holder holders chassis castor castors caster casters rail rails plate plates strap straps bag bags filter filters ' +
  'brush brushes case cases sleeve adapter adapters adaptor cable cables battery batteries warranty licence license upgrade ' +
  'header feeder finisher stacker cabinet door hook clip clips tip tips refill refills replacement cleaning cleaner clothes ' +
  'shoes outfit converter software caps cap lid hose ' +
  'halterung halter wandhalterung schraube schrauben abdeckung hulle tasche taschen kabel akku akkus garantie lizenz modul fach adapterkabel ' +
  'support fixation vis housse etui coque sac cordon batterie garantie pile plaque tiroir'

const accessoryWords = wordList(accessoryNames.split(' '))
const allPartWords = wordList([...accessoryNames.split(' '), ...partNames.split(' ')])
