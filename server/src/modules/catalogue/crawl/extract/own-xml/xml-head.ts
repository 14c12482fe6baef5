import { SaxesParser } from 'saxes'
import { FileMalformed, localName, type XmlNode } from '#modules/imports/reading'

/** So much of a file decides where its products stand. */
export const headBytes = 524_288
const depthMax = 64
const nodesMax = 40_000

export type XmlHead = {
  readonly root: XmlNode
  /** The last elements, which the head may cut off. */
  readonly unfinished: ReadonlySet<XmlNode>
}

/**
 * The beginning of an XML file as a tree. It expands nothing: a DOCTYPE that declares something is refused. Undefined if the text has
 * no element.
 */
export function readXmlHead(text: string, isWhole: boolean): XmlHead | undefined {
  const parser = new SaxesParser({ xmlns: false })
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  let nodes = 0
  const refuse = (code: string, message: string) => {
    throw new FileMalformed(code, message, parser.line)
  }
  const add = (part: string) => {
    const node = open.at(-1)
    if (node) node.text += part
  }
  parser.on('error', (error) => refuse('file_malformed', `This is no XML: ${error.message}`))
  parser.on('doctype', (doctype) => {
    if (/\[|<!/.test(doctype)) {
      refuse('file_unsafe', 'The DOCTYPE contains declarations. Send the file without them.')
    }
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= depthMax) {
      refuse('file_malformed', `Elements are nested deeper than ${depthMax}.`)
    }
    nodes += 1
    const node = { name: localName(name), attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  const stepCharacters = 16_384
  let at = 0
  for (; at < text.length && nodes < nodesMax; at += stepCharacters) {
    parser.write(text.slice(at, at + stepCharacters))
  }
  if (isWhole && at >= text.length) parser.close()
  return root && { root, unfinished: new Set(open) }
}
