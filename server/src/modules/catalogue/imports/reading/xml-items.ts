import { SaxesParser } from 'saxes'
import { FileMalformed } from './record.ts'

/** An element with its content. Its names have no namespace. */
export type XmlNode = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  text: string
}

export type XmlItem = { readonly node: XmlNode; readonly line: number }

const depthMax = 64
const nodesMax = 20_000
const textMax = 1_048_576
/** The longest run without a tag: one text, comment or attribute. */
const silenceMax = 2_097_152

/**
 * Yields the elements with the given names or at one path, each as its own tree as soon as it ends, so that the document is
 * never in memory as a whole. It fetches and expands nothing: it ignores the file that a DOCTYPE names, and refuses a DOCTYPE
 * with declarations. `entities` are known in addition to the five of XML; each stands for text that is not parsed
 * again.
 */
export async function* xmlItems(
  texts: AsyncIterable<string>,
  wanted: Wanted,
  entities: Readonly<Record<string, string>> = {},
): AsyncGenerator<readonly XmlItem[]> {
  const found: XmlItem[] = []
  const reader = createItemReader(wanted, entities, (item) => found.push(item))
  const attempt = (work: () => void): FileMalformed | undefined => {
    try {
      work()
      return undefined
    } catch (error) {
      if (error instanceof FileMalformed) return error
      throw error
    }
  }
  for await (const text of texts) {
    const problem = attempt(() => reader.write(text))
    // The items before the malformed part count.
    if (found.length > 0) yield found.splice(0)
    if (problem) throw problem
  }
  const problem = attempt(() => reader.close())
  if (found.length > 0) yield found.splice(0)
  if (problem) throw problem
}

/** The names of elements, or one path: the names from the root. */
type Wanted = ReadonlySet<string> | readonly string[]

function createItemReader(
  wanted: Wanted,
  entities: Readonly<Record<string, string>>,
  onItem: (item: XmlItem) => void,
) {
  const parser = new SaxesParser({ xmlns: false, position: true })
  Object.assign(parser.ENTITIES, entities)
  const open: XmlNode[] = []
  const isWanted = wantedIn(wanted)
  let depth = 0
  let line = 1
  let nodes = 0
  let characters = 0
  let silence = 0
  const refuse = (code: string, message: string) => {
    throw new FileMalformed(code, message, parser.line)
  }
  const add = (text: string) => {
    silence = 0
    const node = open.at(-1)
    if (!node) return
    characters += text.length
    if (characters > textMax) refuse('file_malformed', 'An element holds more than 1 MiB of text.')
    node.text += text
  }
  parser.on('error', (error) => refuse('file_malformed', `The file is not XML: ${error.message}`))
  parser.on('doctype', (doctype) => {
    if (/\[|<!/.test(doctype)) {
      refuse('file_unsafe', 'The DOCTYPE contains declarations. Send the file without them.')
    }
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('comment', () => {
    silence = 0
  })
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0
    depth += 1
    if (depth > depthMax) refuse('file_malformed', `Elements are nested deeper than ${depthMax}.`)
    const local = localName(name)
    if (open.length === 0) {
      if (!isWanted(local, depth)) return
      line = parser.line
      nodes = 0
      characters = 0
    }
    nodes += 1
    if (nodes > nodesMax) refuse('file_malformed', `A record has more than ${nodesMax} elements.`)
    const node = { name: local, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => {
    silence = 0
    depth -= 1
    const node = open.pop()
    if (node && open.length === 0) onItem({ node, line })
  })
  return {
    write: (text: string) => {
      silence += text.length
      parser.write(text)
      if (silence > silenceMax) refuse('file_malformed', 'The file has no tag for more than 2 MiB.')
    },
    close: () => {
      parser.close()
    },
  }
}

/** Follows a path from the root: an element counts if all elements around it stand on the path. */
function wantedIn(wanted: Wanted): (name: string, depth: number) => boolean {
  if (!('length' in wanted)) return (name) => wanted.has(name)
  let onPath = 0
  return (name, depth) => {
    onPath = Math.min(onPath, depth - 1)
    if (onPath === depth - 1 && wanted[depth - 1] === name) onPath = depth
    return onPath === depth && depth === wanted.length
  }
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

export function childrenOf(node: XmlNode | undefined, ...names: readonly string[]): XmlNode[] {
  return node?.children.filter(({ name }) => names.includes(name)) ?? []
}

export function childOf(
  node: XmlNode | undefined,
  ...names: readonly string[]
): XmlNode | undefined {
  return node?.children.find(({ name }) => names.includes(name))
}

/** Undefined when it is absent or empty. */
export function textOf(node: XmlNode | undefined, ...names: readonly string[]): string | undefined {
  const text = childOf(node, ...names)?.text.trim()
  return text === '' ? undefined : text
}
