import type { XmlNode } from '#modules/imports/reading'
import { attributeOf, stepsOf, valuesAt } from './mapping.ts'
import type { XmlHead } from './xml-head.ts'

/** The elements of a file that stand at one path. */
export type ItemGroup = {
  /** From the root: `katalog/position`. */
  readonly path: string
  readonly items: readonly XmlNode[]
}

/** What stands at one path of the items. */
export type PathFacts = {
  readonly path: string
  /** The number of items that have a value there. */
  readonly filled: number
  /** The number of items that have several different values there. */
  readonly several: number
  /** Different values, the first ones. */
  readonly values: readonly string[]
  /** The number of different values. */
  readonly different: number
}

const groupsMax = 60
const itemsMax = 300
const pathsMax = 200
const valuesMax = 40
/** What a longer text says beyond this is not needed to recognise it. */
const valueCharactersMax = 400

/** The elements that may be products: they have several parts. Those that the head cuts off are left out. */
export function groupsIn({ root, unfinished }: XmlHead): ItemGroup[] {
  const groups = new Map<string, XmlNode[]>()
  const walk = (node: XmlNode, path: string) => {
    if (path !== root.name && !unfinished.has(node) && partsOf(node) > 1) {
      const items = groups.get(path)
      if (!items) groups.set(path, [node])
      else if (items.length < itemsMax) items.push(node)
    }
    for (const child of node.children) walk(child, `${path}/${child.name}`)
  }
  walk(root, root.name)
  return [...groups]
    .map(([path, items]) => ({ path, items }))
    .sort((one, other) => other.items.length - one.items.length)
    .slice(0, groupsMax)
}

export function itemsAt({ root, unfinished }: XmlHead, path: string): XmlNode[] {
  const [first, ...names] = path.split('/')
  if (root.name !== first) return []
  let nodes: XmlNode[] = [root]
  for (const name of names) {
    nodes = nodes.flatMap(({ children }) => children.filter((child) => child.name === name))
  }
  return nodes.filter((node) => !unfinished.has(node)).slice(0, itemsMax)
}

const partsOf = ({ children, attributes }: XmlNode) =>
  children.length + Object.keys(attributes).length

/** The paths of the items with what stands there, in the order of the file. */
export function pathsOf(items: readonly XmlNode[]): PathFacts[] {
  const keys = keysOf(items)
  const found = new Map<string, { filled: number; several: number; values: Set<string> }>()
  for (const item of items) {
    const own = new Set<string>()
    addPaths(item, '', '', keys, own)
    for (const path of own) {
      if (!found.has(path) && found.size >= pathsMax) continue
      const values = valuesAt(item, stepsOf(path) ?? [])
      if (values.length === 0) continue
      const facts = found.get(path) ?? { filled: 0, several: 0, values: new Set() }
      facts.filled += 1
      if (values.length > 1) facts.several += 1
      for (const value of values) facts.values.add(value.slice(0, valueCharactersMax))
      found.set(path, facts)
    }
  }
  return [...found].map(([path, { values, ...facts }]) => ({
    path,
    ...facts,
    values: [...values].slice(0, valuesMax),
    different: values.size,
  }))
}

function addPaths(
  node: XmlNode,
  path: string,
  plain: string,
  keys: ReadonlyMap<string, string>,
  paths: Set<string>,
): void {
  const key = keys.get(plain)
  for (const name of Object.keys(node.attributes)) {
    const local = name.slice(name.indexOf(':') + 1)
    if (/^(?:xmlns|xsi)(?::|$)/.test(name) || (path !== '' && local === key)) continue
    add(paths, path === '' ? `@${local}` : `${path}/@${local}`)
  }
  if (node.text.trim() !== '') add(paths, path === '' ? '.' : path)
  for (const child of node.children) {
    const childPlain = plain === '' ? child.name : `${plain}/${child.name}`
    const attribute = keys.get(childPlain)
    const value = attribute && attributeOf(child, attribute)
    const step = value && isKey(value) ? `${child.name}[@${attribute}=${value}]` : child.name
    addPaths(child, path === '' ? step : `${path}/${step}`, childPlain, keys, paths)
  }
}

function add(paths: Set<string>, path: string): void {
  if (paths.size < pathsMax && stepsOf(path) !== undefined) paths.add(path)
}

const isKey = (value: string) => /^[\p{L}\p{N}][\p{L}\p{N} _.:-]{0,59}$/u.test(value)

/** An attribute that counts elements says nothing of them. */
const countingName = /^(?:nr|no|num|pos|position|index|idx|sort|order|seq|lfd|rang|rank)$/i

/**
 * Elements of one name beside each other that an attribute tells apart, as in `<feld name="Preis">`: their paths, and the name of the
 * attribute. Its values come again in other items: the numbers of articles do not.
 */
function keysOf(items: readonly XmlNode[]): ReadonlyMap<string, string> {
  const siblings = new Map<string, XmlNode[][]>()
  const walk = (node: XmlNode, plain: string) => {
    for (const [name, children] of Map.groupBy(node.children, (child) => child.name)) {
      const path = plain === '' ? name : `${plain}/${name}`
      if (children.length > 1) {
        const before = siblings.get(path)
        if (before) before.push(children)
        else siblings.set(path, [children])
      }
      for (const child of children) walk(child, path)
    }
  }
  for (const item of items) walk(item, '')
  const keys = new Map<string, string>()
  for (const [path, groups] of siblings) {
    const key = keyOf(groups)
    if (key !== undefined) keys.set(path, key)
  }
  return keys
}

const keyValuesMax = 40

function keyOf(groups: readonly (readonly XmlNode[])[]): string | undefined {
  const names = Object.keys(groups[0]?.[0]?.attributes ?? {})
  return names
    .map((name) => name.slice(name.indexOf(':') + 1))
    .find((name) => {
      if (countingName.test(name) || !groups.every((nodes) => tellsApart(nodes, name))) return false
      const values = groups.flat().map((node) => attributeOf(node, name))
      const different = new Set(values).size
      if (different > keyValuesMax) return false
      if (groups.length > 1) return different < values.length
      return groups[0]?.every(({ children }) => children.length === 0) === true
    })
}

function tellsApart(siblings: readonly XmlNode[], attribute: string): boolean {
  const values = siblings.map((node) => attributeOf(node, attribute) ?? '')
  return values.every(isKey) && new Set(values).size === values.length
}

export type HeaderFact = { readonly key: string; readonly value: string }

const factsMax = 100

/** What the file says once: the attributes of the elements around its products, and the texts beside them. */
export function headerOf({ root }: XmlHead, itemPath: string): HeaderFact[] {
  const facts: HeaderFact[] = []
  const addFact = (key: string, value: string) => {
    const text = value.trim()
    if (text !== '' && facts.length < factsMax) facts.push({ key, value: text.slice(0, 400) })
  }
  const addAll = (node: XmlNode, key: string) => {
    for (const [name, value] of Object.entries(node.attributes)) addFact(`${key}/${name}`, value)
    addFact(key, node.text)
  }
  const isAround = (path: string) => itemPath.startsWith(`${path}/`)
  const walk = (node: XmlNode, path: string) => {
    if (path === itemPath || facts.length >= factsMax) return
    addAll(node, path)
    for (const child of node.children) {
      const childPath = `${path}/${child.name}`
      // Elements beside a product deeper than this may be products of another kind.
      if (isAround(childPath) || path.split('/').length < 4) walk(child, childPath)
    }
  }
  walk(root, root.name)
  return facts
}
