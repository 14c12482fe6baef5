import { FileMalformed } from '#modules/imports/reading'

/** The keys below which a file of one object lists its products. */
const listKeys =
  'products|items|articles|artikel|produkte|data|positions|positionen|offers|results|produits|entries|rows|records'
const wrappedList = new RegExp(`^\\s*\\{[^{}\\[\\]]*"(?:${listKeys})"\\s*:\\s*\\[\\s*[{\\]]`, 'i')
const itemCharactersMax = 1_048_576
const depthMax = 64

/** Whether the file is one JSON text with a list of products, and not one product a line. */
export function isJsonList(head: string): boolean {
  const text = head.replace(/^\ufeff/, '')
  return /^\s*\[\s*[{\]]/.test(text) || wrappedList.test(text)
}

/**
 * Yields the texts of the objects in the first list of a JSON file, while it arrives. It looks at each character once and keeps one
 * object. Throws `FileMalformed` for an object without end.
 */
export async function* jsonItems(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  const reader = itemReader()
  for await (const text of texts) {
    const items = reader.read(text)
    if (items.length > 0) yield items
    if (reader.hasEnded()) return
  }
  throw new FileMalformed('file_malformed', 'The JSON file ends within its list.')
}

function itemReader() {
  let isQuoted = false
  let isEscaped = false
  let depth = 0
  /** The depth at which the list stands. */
  let listDepth = 0
  let hasEnded = false
  let parts: string[] = []
  let length = 0
  const isInItem = () => listDepth > 0 && depth > listDepth
  const readCharacter = (code: number): 'item_begins' | 'item_ends' | undefined => {
    if (isQuoted) {
      if (isEscaped) isEscaped = false
      else if (code === 0x5c) isEscaped = true
      else if (code === 0x22) isQuoted = false
      return undefined
    }
    if (code === 0x22) isQuoted = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > depthMax)
        throw new FileMalformed('file_malformed', 'The JSON is nested too deep.')
      if (listDepth === 0 && code === 0x5b) listDepth = depth
      else if (listDepth > 0 && depth === listDepth + 1) return 'item_begins'
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (listDepth > 0 && depth === listDepth) return 'item_ends'
      if (listDepth > 0 && depth < listDepth) hasEnded = true
    }
    return undefined
  }
  return {
    hasEnded: () => hasEnded,
    read: (text: string): string[] => {
      const items: string[] = []
      let from = isInItem() ? 0 : -1
      for (let at = 0; at < text.length && !hasEnded; at += 1) {
        const event = readCharacter(text.charCodeAt(at))
        if (event === 'item_begins') from = at
        if (event !== 'item_ends') continue
        parts.push(text.slice(from, at + 1))
        items.push(parts.join(''))
        parts = []
        length = 0
        from = -1
      }
      if (from !== -1) {
        parts.push(text.slice(from))
        length += text.length - from
        if (length > itemCharactersMax) {
          throw new FileMalformed('file_malformed', 'An object of the list is longer than 1 MiB.')
        }
      }
      return items
    },
  }
}
