/** A line of a text, without its end. */
export type Line = { readonly start: number; readonly end: number; readonly text: string }

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let start = 0
  while (start <= text.length) {
    const mark = text.indexOf('\n', start)
    const end = mark === -1 ? text.length : mark
    lines.push({ start, end, text: text.slice(start, end) })
    start = end + 1
  }
  return lines
}
