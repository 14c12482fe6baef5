const textMax = 20_000

/** Collects the text of an element, up to a limit. Blocks within it begin new lines. */
export type TextCollector = {
  add(text: string): void
  text(): string
}

export function collectText(max = textMax): TextCollector {
  const parts: string[] = []
  let length = 0
  return {
    add: (text) => {
      if (length >= max) return
      parts.push(text.length > max - length ? text.slice(0, max - length) : text)
      length += text.length
    },
    text: () => parts.join(''),
  }
}
