import {
  addValue,
  localName,
  type StructuredNode,
  type StructuredValue,
} from '../structured/structured-node.ts'
import { collectText } from './collect-text.ts'
import type { OpenElement } from './open-elements.ts'

export type Attributes = ReadonlyMap<string, string>

const nodesMax = 20_000
/** A text belongs to so many properties at most. More is an attack. */
const nestedTextsMax = 16
const anchorsMax = 1_000

/** A property whose value is known when its element ends. */
type Pending = { readonly owners: readonly Owner[]; readonly text: () => string }
type Owner = { readonly node: StructuredNode; readonly names: readonly string[] }

/**
 * Reads microdata and RDFa Lite while the elements of a page begin and end. Both describe things by attributes of
 * elements: an element is a thing, or the value of a property of the thing around it.
 */
export function itemReader() {
  const things = thingMaker()
  const loose = looseProperties()
  const microdata: StructuredNode[] = []
  const rdfa: StructuredNode[] = []
  const pending = new Map<OpenElement, Pending>()
  return {
    begin: (
      name: string,
      attributes: Attributes,
      above: OpenElement | undefined,
      openTexts: number,
    ): OpenElement => {
      const isSchema = above?.isSchema || /schema\.org/i.test(attributes.get('vocab') ?? '')
      const anchor = attributes.get('id') ?? above?.anchor
      const item = things.itemOf(attributes)
      if (item) loose.noteReferences(item, attributes.get('itemref'))
      const thing = things.thingOf(attributes, isSchema)
      const itemNames = wordsIn(attributes.get('itemprop')).map(localName)
      const outside = itemNames.length > 0 ? (above?.item ?? loose.ownerFor(anchor)) : undefined
      const ofItem = outside && { node: outside, names: itemNames }
      const ofThing = above?.thing && {
        node: above.thing,
        names: propertiesIn(attributes.get('property')),
      }
      if (item) attach(item, ofItem, microdata)
      if (thing) attach(thing, ofThing, rdfa)
      const owners = [item ? undefined : ofItem, thing ? undefined : ofThing].filter(
        (owner) => owner !== undefined && owner.names.length > 0,
      ) as Owner[]
      const value = owners.length > 0 ? machineValue(name, attributes) : undefined
      if (value !== undefined) addToAll(owners, value)
      const isText = owners.length > 0 && value === undefined && openTexts < nestedTextsMax
      const collector = isText ? collectText() : undefined
      const element: OpenElement = {
        name,
        item: item ?? above?.item,
        thing: thing ?? above?.thing,
        isSchema,
        onText: collector?.add,
        anchor,
      }
      if (collector) pending.set(element, { owners, text: collector.text })
      return element
    },
    end: (element: OpenElement) => {
      const waiting = element.onText && pending.get(element)
      if (!waiting) return
      pending.delete(element)
      addToAll(waiting.owners, { visible: waiting.text() })
    },
    found: () => {
      loose.resolve()
      return { microdata, rdfa }
    },
  }
}

/** Makes a node for an element that is a thing, up to a limit. */
function thingMaker() {
  let nodes = 0
  const make = (types: string, id: string | undefined): StructuredNode | undefined => {
    nodes += 1
    if (nodes > nodesMax) return undefined
    return { types: wordsIn(types).map(localName), id, properties: new Map() }
  }
  return {
    itemOf: (attributes: Attributes) => {
      if (!attributes.has('itemscope')) return undefined
      const type = attributes.get('itemtype') ?? ''
      const isKnown = /^\s*https?:\/\/(?:www\.)?schema\.org\//i.test(type)
      return make(isKnown ? type : '', attributes.get('itemid'))
    },
    /** `typeof` begins a thing, when a vocabulary above or the name itself says schema.org. */
    thingOf: (attributes: Attributes, isSchema: boolean) => {
      const types = attributes.get('typeof')
      if (types === undefined || types.length > 500) return undefined
      const isKnown = isSchema || /(?:^|\s)(?:schema:|https?:\/\/schema\.org\/)/i.test(types)
      return isKnown ? make(types, attributes.get('resource')) : undefined
    },
  }
}

/** Properties outside of any item, by the id of an element around them. An item may refer to them by `itemref`. */
function looseProperties() {
  const byAnchor = new Map<string, StructuredNode>()
  const references: { readonly item: StructuredNode; readonly ids: readonly string[] }[] = []
  return {
    ownerFor: (anchor: string | undefined): StructuredNode | undefined => {
      if (anchor === undefined) return undefined
      const known = byAnchor.get(anchor)
      if (known || byAnchor.size >= anchorsMax) return known
      const node: StructuredNode = { types: [], id: undefined, properties: new Map() }
      byAnchor.set(anchor, node)
      return node
    },
    noteReferences: (item: StructuredNode, text: string | undefined) => {
      const ids = wordsIn(text)
      if (ids.length > 0) references.push({ item, ids })
    },
    resolve: () => {
      for (const { item, ids } of references) {
        for (const id of ids) addAllOf(byAnchor.get(id), item)
      }
    },
  }
}

function attach(node: StructuredNode, owner: Owner | undefined, roots: StructuredNode[]): void {
  if (owner === undefined || owner.names.length === 0) roots.push(node)
  else addToAll([owner], node)
}

function addToAll(owners: readonly Owner[], value: StructuredValue): void {
  for (const { node, names } of owners) for (const name of names) addValue(node, name, value)
}

function addAllOf(from: StructuredNode | undefined, to: StructuredNode): void {
  for (const [name, values] of from?.properties ?? []) {
    for (const value of values.slice()) addValue(to, name, value)
  }
}

const addressOf: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  embed: 'src',
  iframe: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

/** What the attributes of an element say for machines. Undefined when its text is the value. */
function machineValue(name: string, attributes: Attributes): string | undefined {
  const content = attributes.get('content') ?? attributes.get('resource')
  if (content !== undefined) return content
  const address = Object.hasOwn(addressOf, name) ? addressOf[name] : undefined
  if (address === undefined) return name === 'meta' ? '' : undefined
  return attributes.get(address)
}

/** Names of other vocabularies, such as `og:title`, are not properties of schema.org. */
function propertiesIn(text: string | undefined): string[] {
  return wordsIn(text)
    .map(localName)
    .filter((name) => !name.includes(':'))
}

function wordsIn(text: string | undefined): string[] {
  return text === undefined ? [] : text.slice(0, 2_000).split(/\s+/).filter(Boolean).slice(0, 20)
}
