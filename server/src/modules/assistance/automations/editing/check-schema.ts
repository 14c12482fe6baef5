import { Check, Errors, Resolve, Stack } from 'typebox/schema'

/** Companies write schemas: their patterns and references may cost any time. So only child processes may call these functions. */

export type SchemaAccepted =
  | { readonly outcome: 'accepted' }
  /** `at` is a JSON pointer into the schema. */
  | { readonly outcome: 'invalid'; readonly at: string; readonly message: string }

type Json = Readonly<Record<string, unknown>>

const endless = 'refers to itself without end'

/** Returns whether answers can be checked against the schema. */
export function acceptSchema(schema: Json): SchemaAccepted {
  const isOneResource = !hasNestedId(schema)
  for (const [at, part] of partsOf(schema)) {
    const message =
      patternProblem(part) ?? (isOneResource ? referenceProblem(schema, part) : undefined)
    if (message !== undefined) return { outcome: 'invalid', at: at.slice(0, 500), message }
  }
  try {
    Check(schema, {})
    return { outcome: 'accepted' }
  } catch (error) {
    const message = error instanceof RangeError ? endless : String(error)
    return { outcome: 'invalid', at: '', message: message.slice(0, 500) }
  }
}

/** The first place where the answer does not keep to the schema. Undefined: the answer keeps to it. */
export function firstProblemOf(schema: Json, answer: unknown): string | undefined {
  if (Check(schema, answer)) return undefined
  const [, [first]] = Errors(schema, answer)
  const { instancePath, keyword, message } = first ?? {}
  const problem = keyword === 'boolean' || !message ? 'is not allowed' : message
  return `${instancePath || 'The whole'} ${problem}`.slice(0, 300)
}

/** What these keywords contain is data, and no schema. */
const dataKeywords = new Set(['const', 'enum', 'default', 'example', 'examples'])

/** Every object of the schema with its place. */
function* partsOf(schema: Json): Generator<readonly [string, Json]> {
  const open: (readonly [string, unknown])[] = [['', schema]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield [at, value as Json]
    for (const [key, inner] of Object.entries(value)) {
      if (!dataKeywords.has(key)) open.push([`${at}/${escapeKey(key)}`, inner])
    }
  }
}

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

function patternProblem({ pattern, patternProperties }: Json): string | undefined {
  const patterns = [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(typeof patternProperties === 'object' ? Object.keys(patternProperties ?? {}) : []),
  ]
  const broken = patterns.find((source) => !isPattern(source))
  return broken === undefined
    ? undefined
    : `has a pattern that is not a regular expression: ${broken.slice(0, 100)}`
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

/** Follows a reference, and that of its target, to the end. To run into a circle would take as long as the limits allow. */
function referenceProblem(schema: Json, part: Json): string | undefined {
  const passed = new Set<unknown>()
  for (let next: unknown = part; isReference(next); ) {
    if (passed.has(next)) return endless
    passed.add(next)
    const { $ref } = next
    next = Resolve.Ref(Stack({}, schema), { $ref }).schema
    if (next === undefined)
      return `refers to ${$ref.slice(0, 100)}, which the schema does not contain`
  }
  return undefined
}

const isReference = (part: unknown): part is { readonly $ref: string } =>
  typeof part === 'object' && part !== null && '$ref' in part && typeof part.$ref === 'string'

/** Then a reference means something else in each part. */
function hasNestedId(schema: Json): boolean {
  for (const [at, { $id, id }] of partsOf(schema)) {
    if (at !== '' && (typeof $id === 'string' || typeof id === 'string')) return true
  }
  return false
}
