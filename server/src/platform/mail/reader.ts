import type { Locale } from '#kernel/locale'

/** A person who gets a mail, and the language of that mail. */
export type Reader = {
  readonly userId: string
  readonly email: string
  readonly locale: Locale
}
