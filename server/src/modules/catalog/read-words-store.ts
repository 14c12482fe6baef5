import { type Conn, sql } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'

/** A word of a text, up to the next space, as a language reads it. */
export type ReadWord = {
  /** Each with its place, the first being 1. None of a stop word. */
  readonly lexemes: readonly (readonly [lexeme: string, place: number])[]
  /** So many places further the next word begins, stop words counted. */
  readonly span: number
}

/** Read behind each word: its place tells how many places the word takes. */
const sentinel = '9081726354'

/** How each of the words is read, in their order; `units` is the language of measures. */
export async function readWords(
  conn: Conn,
  language: string,
  words: readonly string[],
): Promise<readonly ReadWord[]> {
  const vector =
    language === 'units'
      ? sql`to_tsvector('simple', word || ${` ${sentinel}`})`
      : sql`catalog.vector_of(${language}, word || ${` ${sentinel}`})`
  const { rows } = await sql<{ vector: string }>`
    select ${vector}::text as vector from unnest(${arrayLiteral(words)}::text[]) with ordinality as w(word, place)
    order by place
  `.execute(conn)
  return rows.map(({ vector }) => toRead(vector))
}

/** A vector as PostgreSQL writes it: `'bolt':1,3 'o''ring':2`. */
function toRead(vector: string): ReadWord {
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
