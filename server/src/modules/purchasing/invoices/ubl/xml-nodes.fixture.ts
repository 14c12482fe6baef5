import { SaxesParser } from 'saxes'

export type Node = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
  text: string
}

/** Throws if the text is not well-formed XML. */
export function parseXml(text: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = {
      name: name.replace(/^.*:/, ''),
      attributes: { ...attributes } as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('text', (part) => {
    const node = open.at(-1)
    if (node) node.text += part
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  const [document] = root.children
  if (!document) throw new Error('an empty document')
  return document
}

export const all = (node: Node | undefined, path: string): Node[] =>
  path
    .split('/')
    .reduce<Node[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      node ? [node] : [],
    )
export const text = (node: Node | undefined, path: string): string | undefined =>
  all(node, path)[0]?.text.trim()
