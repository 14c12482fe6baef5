import { arrayLiteral } from '#modules/products'
import { type Conn, sql } from '#platform/db'

/** The analysis of a word of a text, up to the next space, in one language. */
export type ReadWord = {
  /** Each lexeme with its position, from 1. Empty for a stop word. */
  readonly lexemes: readonly (readonly [lexeme: string, place: number])[]
  /** The number of positions to the next word, including stop words. */
  readonly span: number
}

/** It is analysed after each word, so that its position shows how many positions the word takes. */
const sentinel = '9081726354'

/** Returns the analysis of each word, in their order. `units` is the language of measures. */
export async function readWords(
  conn: Conn,
  language: string,
  words: readonly string[],
): Promise<readonly ReadWord[]> {
  const vector =
    language === 'units'
      ? sql`to_tsvector('simple', word || ${` ${sentinel}`})`
      : sql`search.vector_of(${language}, word || ${` ${sentinel}`})`
  const { rows } = await sql<{ vectors: string | null }>`
    select string_agg(${vector}::text, ${between} order by place) as vectors
    from unnest(${arrayLiteral(words)}::text[]) with ordinality as w(word, place)
  `.execute(conn)
  return rows[0]?.vectors?.split(between).map(toRead) ?? []
}

/** Never part of a lexeme, because the parser ends words at it. */
const between = '\n'

/** Parses a vector as PostgreSQL writes it: `'bolt':1,3 'o''ring':2`. */
function toRead(vector: string): ReadWord {
  const [, before, only, after] = oneLexeme.exec(vector) ?? []
  const lexeme = before ?? after
  if (lexeme !== undefined) return { lexemes: [[lexeme, 1]], span: 1 }
  return only === undefined ? toReadAny(vector) : { lexemes: [], span: Number(only) - 1 }
}

/** The form of most words: one lexeme without escapes, or none. */
const oneLexeme = new RegExp(
  `^(?:'([^'\\\\ ]+)':1 '${sentinel}':2|'${sentinel}':(\\d+)|'${sentinel}':2 '([^'\\\\ ]+)':1)$`,
)

function toReadAny(vector: string): ReadWord {
  const lexemes: (readonly [string, number])[] = []
  let span = 0
  for (const [, name = '', places = ''] of vector.matchAll(/'((?:[^']|'')*)':([\d,]+)/g)) {
    const lexeme = name.replaceAll("''", "'").replaceAll('\\\\', '\\')
    for (const place of places.split(',')) lexemes.push([lexeme, Number(place)])
    if (lexeme === sentinel) span = Number(places.slice(places.lastIndexOf(',') + 1)) - 1
  }
  return {
    lexemes: lexemes.filter(([lexeme, place]) => lexeme !== sentinel || place !== span + 1),
    span,
  }
}
