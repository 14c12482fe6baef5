/** Puts a text from a user on one line of a mail, so that a name cannot forge other lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
