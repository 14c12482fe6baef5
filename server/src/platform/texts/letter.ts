import type { Locale } from '#kernel/locale'
import type { TextArguments, Write } from './define-texts.ts'

/** A mail in the language of its reader. */
export type Letter = {
  readonly locale: Locale
  readonly subject: string
  readonly text: string
  /** A reply is written above this line, so it comes first. */
  readonly replyLine?: string
  /** How the HTML of the mail shows the text. Default: as its paragraphs. */
  readonly parts?: readonly LetterPart[]
  /** The page to which the mail leads. Nobody outside of the service chooses the address. */
  readonly button?: { readonly label: string; readonly address: string }
}

/** A paragraph, the words of a person, or goods. `text` is the same part in the text of the mail. */
export type LetterPart =
  | string
  | { readonly text: string; readonly quote: string }
  | { readonly text: string; readonly goods: Goods }

/** Lines of an order. */
export type Goods = {
  /** The names of the columns: quantity, product, and amount if the rows have one. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly quantity: string
    readonly name: string
    /** The number of the product, or the reason for its return. */
    readonly note?: string
    readonly amount?: string
  }[]
  /** Names the rows that the mail leaves out. */
  readonly more?: string
  readonly sums?: readonly { readonly name: string; readonly amount: string }[]
}

/** The letters of a file: each has the keys `<name>.subject` and `<name>.text`. */
export type LetterName<Key extends string, All = Key> = Key extends `${infer Name}.subject`
  ? `${Name}.text` extends All
    ? Name
    : never
  : never

/** Writes the subject and the text of a mail from the same values. */
export function writeLetter<Key extends string>(
  write: Write<Key>,
  locale: Locale,
  name: LetterName<Key>,
  values?: TextArguments,
): Letter {
  return {
    locale,
    subject: write(locale, `${name}.subject` as Key, values),
    text: write(locale, `${name}.text` as Key, values),
  }
}

/** The text of a letter with these parts, without those that are empty. */
export function textOfParts(parts: readonly LetterPart[]): string {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text))
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}
