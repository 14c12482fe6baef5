/** A thing of schema.org, whatever syntax the page describes it in. */
export type StructuredNode = {
  /** The names of its types, without their vocabulary. */
  readonly types: readonly string[]
  readonly id: string | undefined
  readonly properties: Map<string, StructuredValue[]>
}

/** The text that a visitor of the page sees, in the notation of its country. */
export type VisibleText = { readonly visible: string }

/** A string is what the page states for machines. */
export type StructuredValue = string | number | VisibleText | StructuredNode

const valuesMax = 1_000

/** Beyond the limit a value is left out. */
export function addValue(node: StructuredNode, name: string, value: StructuredValue): void {
  const values = node.properties.get(name)
  if (values === undefined) {
    if (node.properties.size < valuesMax) node.properties.set(name, [value])
  } else if (values.length < valuesMax) values.push(value)
}

export function isNode(value: StructuredValue | undefined): value is StructuredNode {
  return typeof value === 'object' && 'properties' in value
}

export function isOfType(node: StructuredNode, types: ReadonlySet<string>): boolean {
  return node.types.some((type) => types.has(type))
}

export function valuesOf(
  node: StructuredNode | undefined,
  ...names: readonly string[]
): readonly StructuredValue[] {
  return node === undefined ? [] : names.flatMap((name) => node.properties.get(name) ?? [])
}

export function nodesOf(
  node: StructuredNode | undefined,
  ...names: readonly string[]
): StructuredNode[] {
  return valuesOf(node, ...names).filter(isNode)
}

/** The value as text. Undefined for a thing and for blanks. */
export function textIn(value: StructuredValue | undefined): string | undefined {
  if (value === undefined || isNode(value)) return undefined
  const text = typeof value === 'object' ? value.visible : String(value)
  return text.trim() || undefined
}

/** The texts of a property. A thing counts by its name: `brand` is a text or a `Brand`. */
export function textsOf(node: StructuredNode | undefined, ...names: readonly string[]): string[] {
  return valuesOf(node, ...names).flatMap((value) => {
    const text = isNode(value) ? nameOf(value) : textIn(value)
    return text === undefined ? [] : [text]
  })
}

function nameOf(node: StructuredNode): string | undefined {
  return valuesOf(node, 'name', 'value').map(textIn).find(Boolean)
}

export function textOf(
  node: StructuredNode | undefined,
  ...names: readonly string[]
): string | undefined {
  return textsOf(node, ...names)[0]
}

/** The name of a type or property without its vocabulary: `https://schema.org/Product` and `schema:Product` are `Product`. */
export function localName(name: string): string {
  return name.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:|s:)/i, '').replace(/\/$/, '')
}
