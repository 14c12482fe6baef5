/** A text of somebody's own on one line of a mail: no mail can be forged by a name. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
