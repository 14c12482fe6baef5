import { plainText } from '../page/plain-text.ts'
import { lenientJson } from './lenient-json.ts'
import {
  addValue,
  localName,
  type StructuredNode,
  type StructuredValue,
} from './structured-node.ts'

export type JsonLd = {
  readonly roots: readonly StructuredNode[]
  /** Scripts that are no JSON, even when usual mistakes are forgiven. */
  readonly malformed: number
}

const nodesMax = 50_000
const depthMax = 40
const listMax = 2_000

/** Reads the scripts of a page. Things with the same `@id` become one, and a bare `@id` means the thing that has it. */
export function parseJsonLd(scripts: readonly string[]): JsonLd {
  const roots: StructuredNode[] = []
  const reader = nodeReader()
  let malformed = 0
  for (const script of scripts) {
    const values = valuesIn(script)
    if (values === undefined) malformed += 1
    else for (const value of values) roots.push(...reader.rootsIn(value, 0))
  }
  reader.resolve()
  return { roots: [...new Set(roots)], malformed }
}

/** Undefined when the script is no JSON. A script may hold several texts, one behind the other. */
function valuesIn(script: string): readonly unknown[] | undefined {
  const text = script.trim()
  if (text === '') return []
  try {
    return [JSON.parse(text)]
  } catch {
    const found = lenientJson(text)
    if (found !== undefined || !/&(?:quot|#34|#x22);/i.test(text)) return found
    // The whole script was escaped for HTML.
    return lenientJson(plainText(text, text.length))
  }
}

function nodeReader() {
  const byId = new Map<string, StructuredNode>()
  const references: {
    readonly values: StructuredValue[]
    readonly at: number
    readonly id: string
  }[] = []
  let nodes = 0

  const valueIn = (value: unknown, depth: number): StructuredValue | undefined => {
    if (typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'boolean') return String(value)
    if (typeof value !== 'object' || value === null || depth > depthMax) return undefined
    const { '@value': plain } = value as Record<string, unknown>
    if (typeof plain === 'string' || typeof plain === 'number') return plain
    return nodeOf(value as Record<string, unknown>, depth)
  }

  const nodeOf = (value: Record<string, unknown>, depth: number): StructuredNode | undefined => {
    nodes += 1
    if (nodes > nodesMax) return undefined
    const id = typeof value['@id'] === 'string' ? value['@id'].slice(0, 2_000) : undefined
    const types = listOf(value['@type'] ?? value.type).filter((type) => typeof type === 'string')
    const known = id === undefined ? undefined : byId.get(id)
    const node: StructuredNode = known ?? { types: types.map(localName), id, properties: new Map() }
    const names = Object.keys(value).slice(0, listMax)
    // A bare reference says nothing of the thing.
    if (id !== undefined && !known && names.some((name) => name !== '@id')) byId.set(id, node)
    for (const key of names) {
      const name = localName(key)
      if (name.startsWith('@')) continue
      for (const one of listOf(value[key])) {
        const found = valueIn(one, depth + 1)
        if (found === undefined) continue
        addValue(node, name, found)
        noteReference(node, name, found)
      }
    }
    return node
  }

  const noteReference = (node: StructuredNode, name: string, value: StructuredValue) => {
    const isBare =
      typeof value === 'object' && 'properties' in value && value.id && value.properties.size === 0
    const values = node.properties.get(name)
    if (isBare && values?.at(-1) === value) {
      references.push({ values, at: values.length - 1, id: value.id as string })
    }
  }

  const rootsIn = (value: unknown, depth: number): StructuredNode[] => {
    if (depth > 8) return []
    if (Array.isArray(value)) {
      return value.slice(0, listMax).flatMap((one) => rootsIn(one, depth + 1))
    }
    if (typeof value !== 'object' || value === null) return []
    const graph = (value as Record<string, unknown>)['@graph']
    const own = nodeOf(value as Record<string, unknown>, 0)
    return [...(own ? [own] : []), ...(graph === undefined ? [] : rootsIn(graph, depth + 1))]
  }

  const resolve = () => {
    for (const { values, at, id } of references) {
      const meant = byId.get(id)
      if (meant) values[at] = meant
    }
  }
  return { rootsIn, resolve }
}

/** `@list` and `@set` are lists. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, listMax).flat(1).slice(0, listMax)
  if (typeof value === 'object' && value !== null) {
    const { '@list': list, '@set': set } = value as Record<string, unknown>
    const inner = list ?? set
    if (Array.isArray(inner)) return inner.slice(0, listMax)
  }
  return value === undefined || value === null ? [] : [value]
}
