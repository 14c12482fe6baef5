import type { RawBuilder } from 'kysely'
import { sql } from '#platform/db'

/** The name of product `p` for a reader of this language: a text counts for a language if it has a name. */
export function shownName(language: string | undefined): RawBuilder<string> {
  if (language === undefined) return sql<string>`p.name`
  return sql<string>`coalesce(p.texts -> ${language}::text ->> 'name', p.name)`
}

/** The language of `shownName`. */
export function shownLanguage(language: string | undefined): RawBuilder<string> {
  if (language === undefined) return sql<string>`p.language`
  return sql<string>`case when p.texts -> ${language}::text ? 'name' then ${language}::text else p.language end`
}
