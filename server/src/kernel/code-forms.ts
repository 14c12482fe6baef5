/**
 * The forms of codes in requests. A client may write them in small letters: before the check, requests get capital ones at every
 * place whose schema has one of these patterns.
 */
export const currencyForm = '^[A-Za-z]{3}$'
export const countryForm = '^[A-Za-z]{2}$'

/** Marks a text without such a pattern that is a code all the same: `Type.String({ maxLength: 20, ...code })`. */
export const isCode = Symbol('isCode')
export const code = { [isCode]: true }
