/** Control characters and line ends: with them a document would show something else than was sent. */
const control = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
/** Characters that are invisible by themselves, without those of `control`. Some of them are useful between letters. */
const blank = ' \\u00a0\\u1680\\u2000-\\u200f\\u202a-\\u202f\\u205f\\u2060\\u3000\\ufeff'

/**
 * Patterns for text on one line of a document: any text, and text with at least one visible character. Each character fits one place
 * of a pattern alone, so the costs are in proportion to the text: a refusal explains a text of any length.
 */
export const oneLine = `^[^${control}]*$`
export const oneLineWithText = `^[${blank}]*[^${control}${blank}][^${control}]*$`
