import { arrayLiteral } from '#modules/products'
import { type Conn, sql } from '#platform/db'

/** A word of a text, up to the next space, as a language reads it. */
export type ReadWord = {
  /** Each with its place, the first being 1. None of a stop word. */
  readonly lexemes: readonly (readonly [lexeme: string, place: number])[]
  /** So many places further the next word begins, stop words counted. */
  readonly span: number
}

/** Read behind each word: its place tells how many places the word takes. */
const sentinel = '9081726354'

/** How each of the words is read, in their order, as one text; `units` is the language of measures. */
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

/** In no lexeme: the parser ends words at it. */
const between = '\n'

/** A vector as PostgreSQL writes it: `'bolt':1,3 'o''ring':2`. */
function toRead(vector: string): ReadWord {
  const [, before, only, after] = oneLexeme.exec(vector) ?? []
  const lexeme = before ?? after
  if (lexeme !== undefined) return { lexemes: [[lexeme, 1]], span: 1 }
  return only === undefined ? toReadAny(vector) : { lexemes: [], span: Number(only) - 1 }
}

/** What most words are: one lexeme, and nothing in it that would be written twice; or none. */
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
