/** Control characters and line ends: with them a document would show something else than was sent. */
const control = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
/** Characters that are invisible by themselves. Some of them are useful between letters. */
const blank = `${control}\\s\\u200b-\\u200f\\u202a-\\u202e\\u2060`

/** Patterns for text on one line of a document: any text, and text with at least one visible character. */
export const oneLine = `^[^${control}]*$`
export const oneLineWithText = `^[^${control}]*[^${blank}][^${control}]*$`
