import type { XmlNode } from '#modules/imports/reading'

/** What a path of a supplier's own XML may mean. */
export const mappedFields = [
  'name',
  'number',
  'gtin',
  'manufacturer',
  'manufacturerNumber',
  'price',
  'currency',
  'priceQuantity',
  'unit',
  'packQuantity',
  'tax',
  'taxRate',
  'availability',
  'deliveryTime',
  'description',
  'link',
  'image',
] as const
export type MappedField = (typeof mappedFields)[number]

/**
 * Where each field stands, as a path relative to the element of a product: `nr`, `vk/@waehrung`, `feld[@name=Preis]`. `.` is the text
 * of the element itself. A value that the file does not have in each product is fixed: `=EUR`, `=net`.
 */
export type FieldPaths = Readonly<Partial<Record<MappedField, string>>>

export type Mapping = {
  /** The names of the elements from the root to a product: `katalog/position`. */
  readonly item: string
  readonly fields: FieldPaths
}

/** The fields that may have a fixed value. */
export const fixableFields: ReadonlySet<MappedField> = new Set([
  'currency',
  'tax',
  'unit',
  'priceQuantity',
  'manufacturer',
])

export const fixedValueOf = (path: string): string | undefined =>
  path.startsWith('=') ? path.slice(1) : undefined

export type Step =
  | { readonly is: 'attribute'; readonly name: string }
  | {
      readonly is: 'element'
      readonly name: string
      /** Only elements with this attribute count. */
      readonly having?: { readonly attribute: string; readonly value: string }
    }

const stepPattern = /^([^\s/@[\]=]+)(?:\[@([^\s/@[\]=]+)=([^/@[\]=]+)\])?$/u
const pathMax = 300
const stepsMax = 64

/** Undefined for a text that is not a path. */
export function stepsOf(path: string): readonly Step[] | undefined {
  if (path === '.') return []
  if (path.length > pathMax) return undefined
  const parts = path.split('/')
  const steps: Step[] = []
  for (const [at, part] of parts.entries()) {
    if (part.startsWith('@')) {
      if (at !== parts.length - 1 || !stepPattern.test(part.slice(1))) return undefined
      steps.push({ is: 'attribute', name: part.slice(1) })
      continue
    }
    const [, name, attribute, value] = stepPattern.exec(part) ?? []
    if (name === undefined) return undefined
    steps.push({
      is: 'element',
      name,
      ...(attribute !== undefined && value !== undefined && { having: { attribute, value } }),
    })
  }
  return steps.length > stepsMax ? undefined : steps
}

const valuesMax = 20

/** The different values at a path of a product, in their order. */
export function valuesAt(item: XmlNode, steps: readonly Step[]): string[] {
  let nodes: readonly XmlNode[] = [item]
  for (const step of steps) {
    if (step.is === 'attribute')
      return distinctValues(nodes.map((node) => attributeOf(node, step.name)))
    nodes = nodes.flatMap(({ children }) => children.filter((child) => matches(child, step)))
  }
  return distinctValues(nodes.map(({ text }) => text))
}

function matches(node: XmlNode, { name, having }: Extract<Step, { is: 'element' }>): boolean {
  if (node.name !== name) return false
  return having === undefined || attributeOf(node, having.attribute) === having.value
}

/** An attribute by its name without a prefix. */
export function attributeOf({ attributes }: XmlNode, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name]?.trim()
  return Object.entries(attributes)
    .find(([key]) => key.endsWith(`:${name}`))?.[1]
    .trim()
}

function distinctValues(values: readonly (string | undefined)[]): string[] {
  const filled = values.map((value) => value?.trim()).filter((value) => value !== undefined)
  return [...new Set(filled)].filter((value) => value !== '').slice(0, valuesMax)
}
