/**
 * Puts a text from a user on one line of a mail, so that a name cannot forge other lines. Control characters, and those that turn the
 * direction of the text around, become blanks, too.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
