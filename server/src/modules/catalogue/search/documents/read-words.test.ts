import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { copyRows, createCopiedRows, sql } from '#platform/db'
import { fc } from '#testing/tools/fc'
import { searchText } from '../words/search-text.ts'
import type { SearchDocument } from './document.ts'
import { lengthMarksSql } from './length-marks.ts'
import { createWordReader } from './read-words.ts'

const database = await useDatabase()

type Texts = SearchDocument['texts'] & Pick<SearchDocument, 'language'>

describe('a document built from its words', () => {
  it.each<[string, Texts]>([
    [
      'numbers and signs',
      texts('M8 x 40, 1/2" -5 +3.5e10 1.5-2.0 10-20 №5 2.4GHz (3.3 ft) 50% #8-32'),
    ],
    [
      'dots behind a space',
      texts('! .. ../a ./b .c', { b: '.. ../a', c: '../a .. ~ ~/x', d: '.c .5' }),
    ],
    ['hyphens', texts('state-of-the-art USB-C 3-pack A-B-C-1 --- -x- anti-')],
    ['stop words at either end', texts('the bolt and the', { b: 'of', c: 'a nut for the' })],
    ['apostrophes and backslashes', texts(`o'ring 6' 'quoted' "x" C:\\temp \\\\ it''s`)],
    ['addresses', texts('see www.example.com/a?b=1 or mail a.b@example.com, &amp; ftp://x.y/z')],
    [
      'German',
      texts('Schläuche für Druckluft, Schlaeuche fuer die Küche, Quelle', { language: 'de' }),
    ],
    ['French', texts("l'écran à l'eau, des boîtes d'aiguilles", { language: 'fr' })],
    ['another language', texts('Żółta śruba и гайка 螺丝', { language: 'any' })],
    ['words that come often', texts('bolt '.repeat(30), { b: 'bolt bolt', c: 'bolts', d: 'BOLT' })],
    ['measures', texts('cable', { units: 'len500 len501 len502 cnt4' })],
    ['nothing', texts('')],
    [
      'letters with digits behind them',
      texts(
        'TN2110 tn2110, 007 0 x1e5 1e5 SG1008; IP54) ip54 I5 v1 (a1b2c3) Bolts, bolts; the, 12,',
      ),
    ],
    [
      'letters with digits behind them in German',
      texts('aue5 AE12 oe7x über9 M8, Schrauben, schraube; die)', { language: 'de' }),
    ],
  ])('reads as PostgreSQL reads it: %s', async (_name, given) => {
    const reader = createWordReader()
    const whole = await readWhole([given])
    expect(await readByWords(reader, [given])).toEqual(whole)
    expect(await readByWords(reader, [given]), 'with its words known').toEqual(whole)
  })

  it('equals what PostgreSQL builds, or is left to PostgreSQL', async () => {
    const reader = createWordReader()
    const piece = fc.oneof(
      fc.constantFrom(
        'the',
        'bolts',
        'M8',
        '3.5',
        '-',
        '/',
        '<b',
        '>',
        '&',
        "'",
        'x',
        '1e5',
        'é',
        '@',
        '.',
        '..',
        '~',
        'http://a.b',
        'TN2110',
        'a1e5',
        'ue7',
        '007',
        'bolt',
        ',',
        ';',
        ')',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 8 }),
    )
    const text = fc
      .array(fc.tuple(piece, fc.constantFrom(' ', '', ' ', '-')), { maxLength: 12 })
      .map((parts) => searchText(parts.flat().join('').toWellFormed()))
    const any = fc.record({
      language: fc.constantFrom('en' as const, 'de' as const, 'fr' as const, 'any' as const),
      a: text,
      b: text,
      c: text,
      d: text,
      units: fc.constantFrom('', 'len500 len501'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 30, maxLength: 60 }), async (given) => {
        const whole = await readWhole(given)
        const read = await readByWords(reader, given)
        for (const [at, one] of read.entries()) {
          if (one) expect(one).toEqual(whole[at])
          else expect(Object.values(given[at] ?? {}).join('')).toContain('<')
        }
      }),
      { numRuns: 8 },
    )
  }, 180_000)

  it('is left to PostgreSQL when the text is long or may contain a tag', async () => {
    const reader = createWordReader()
    const left = await readByWords(reader, [
      texts('a <b c'),
      texts('bolt '.repeat(300)),
      texts('x'.repeat(300)),
      texts('x', { c: 'bolt nut '.repeat(500) }),
    ])
    expect(left).toEqual(left.map(() => undefined))
  })
})

function numbered(rows: readonly (object | undefined)[]): string {
  return JSON.stringify(rows.map((row, place) => ({ ...row, place })))
}

/** As PostgreSQL reads the whole texts. */
async function readWhole(given: readonly Texts[]) {
  const { rows } = await sql<{ tsv: string; frequencies: string; length: number }>`
    with given as (
      select * from jsonb_to_recordset(${numbered(given)}::jsonb)
        as g(language text, a text, b text, c text, d text, units text, place integer)
    ), read as materialized (
      select place, setweight(search.vector_of(language, a), 'A') || setweight(search.vector_of(language, b), 'B') ||
        setweight(search.vector_of(language, c), 'C') || setweight(search.vector_of(language, d), 'D') ||
        setweight(to_tsvector('simple', units), 'A') as tsv,
        array['=cat_b', '=cat_a'] || case when language = 'en' then '{}' else array['=l:' || language] end as marks
      from given
    )
    select (tsv || array_to_tsvector(marks || ${lengthMarksSql(sql`counted.length`)}))::text as tsv, counted.frequencies::text, counted.length from read, search.count_lexemes(tsv) as counted
    order by place
  `.execute(database.pool)
  return rows
}

/** Put together of words, and brought into a table. */
async function readByWords(reader: ReturnType<typeof createWordReader>, given: readonly Texts[]) {
  const categoryIds = ['cat_b', 'cat_a']
  const documents = given.map(({ language, ...others }) => {
    return { language, categoryIds, texts: others } as unknown as SearchDocument
  })
  const read = await reader.read(database.pool, documents)
  const copied = createCopiedRows()
  for (const [place, one] of read.entries()) {
    if (!one) continue
    copied.row()
    copied.integer(place)
    copied.bytes(one.tsv)
    copied.bytes(one.frequencies)
    copied.real(one.length)
  }
  const rows = await database.transaction(async (tx) => {
    await sql`
      create temporary table read (place integer, tsv tsvector, frequencies tsvector, length real) on commit drop
    `.execute(tx)
    await copyRows(tx, sql`read (place, tsv, frequencies, length)`, copied)
    const { rows } = await sql<{ place: number; tsv: string; frequencies: string; length: number }>`
      select place, tsv::text, frequencies::text, length from read
    `.execute(tx)
    return new Map(rows.map(({ place, ...row }) => [place, row]))
  })
  return read.map((_, place) => rows.get(place))
}

function texts(a: string, given: Partial<Texts> = {}): Texts {
  return {
    language: 'en',
    b: '',
    c: '',
    d: '',
    units: '',
    ...given,
    a: searchText(a),
  }
}
