import { readerLocale } from '#kernel/locale'
import type { Reader } from '#platform/mail'

export type ReaderRow = {
  readonly user_id: string
  readonly email: string
  /** The language of the person. */
  readonly locale: string | null
  readonly company_locale: string | null
}

export function toReader(row: ReaderRow): Reader {
  const { user_id: userId, email, locale, company_locale: companyLocale } = row
  return { userId, email, locale: readerLocale(locale, companyLocale) }
}
