/** Control characters and ends of lines: a document would show something else than was sent. */
const control = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
/** What cannot be seen by itself. Some of it has its place between letters. */
const blank = `${control}\\s\\u200b-\\u200f\\u202a-\\u202e\\u2060`

/** Patterns for what stands on one line of a document: any text; and one of which something can be seen. */
export const oneLine = `^[^${control}]*$`
export const oneLineWithText = `^[^${control}]*[^${blank}][^${control}]*$`
