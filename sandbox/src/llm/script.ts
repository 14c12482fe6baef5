/** What the sandbox is told to do, by directives such as `[[error 503 once]]` in the last text of the user. */
export type Script = {
  /** A refusal with this status. */
  readonly errorStatus: number | undefined
  readonly isErrorOnce: boolean
  readonly retryAfter: string | undefined
  /** `report`: as the provider does. */
  readonly usage: 'report' | 'none' | 'zero'
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
  /** How a stream ends: as it should, in the middle of the connection, or with an error event. */
  readonly end: 'whole' | 'cut' | 'error'
  /** The stream sends slowly, and for long. */
  readonly isSlow: boolean
  /** The answer waits until the test releases it. */
  readonly isHeld: boolean
  /** The whole answer is no JSON. */
  readonly isGarbage: boolean
  /** Nothing is ever answered. */
  readonly isSilent: boolean
}

export function scriptOf(text: string): Script {
  const directives = [...text.matchAll(/\[\[([^\]]+)\]\]/g)].map(([, words = '']) =>
    words.split(' '),
  )
  const find = (name: string) => directives.find(([first]) => first === name)
  const number = (name: string) => Number(find(name)?.[1] ?? 0)
  const error = find('error')
  return {
    errorStatus: error && error[1] !== 'event' ? Number(error[1]) : undefined,
    isErrorOnce: error?.[2] === 'once',
    retryAfter: find('retry-after')?.[1],
    usage: find('no-usage') ? 'none' : find('zero-usage') ? 'zero' : 'report',
    cachedTokens: number('cached'),
    cacheWriteTokens: number('cache-write'),
    reasoningTokens: number('reasoning'),
    end: find('cut') ? 'cut' : error?.[1] === 'event' ? 'error' : 'whole',
    isSlow: find('slow') !== undefined,
    isHeld: find('hold') !== undefined,
    isGarbage: find('garbage') !== undefined,
    isSilent: find('silent') !== undefined,
  }
}

/** What the model of the sandbox says. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly input: unknown }

type Tool = { readonly name: string; readonly schema: unknown }

/** Calls the first tool, once; fills a schema; otherwise repeats what it was asked. */
export function say(given: {
  readonly text: string
  readonly tool: Tool | undefined
  readonly schema: unknown
  readonly images: number
}): Said {
  const { text, tool, schema, images } = given
  if (tool) {
    return { kind: 'tool', name: tool.name, input: sampleOf(withoutReferences(tool.schema)) }
  }
  if (schema !== undefined) {
    return { kind: 'text', text: JSON.stringify(sampleOf(withoutReferences(schema))) }
  }
  const plain = text.replace(/\[\[[^\]]+\]\]/g, '').trim()
  const seen = images > 0 ? ` (${images} image${images > 1 ? 's' : ''})` : ''
  return { kind: 'text', text: `You said: ${plain}${seen}` }
}

/** How often a schema may contain itself in a sample. */
const levelsMax = 3

/** The schema with each reference to one of its own parts replaced by that part. */
function withoutReferences(schema: unknown): unknown {
  const partAt = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], schema)
  const replaced = (part: unknown, level: number): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((each) => replaced(each, level))
    const { $ref } = part as Record<string, unknown>
    if (typeof $ref === 'string') {
      return level < levelsMax ? replaced(partAt($ref), level + 1) : {}
    }
    const fields = Object.entries(part).filter(([key]) => key !== '$defs' && key !== 'definitions')
    return Object.fromEntries(fields.map(([key, each]) => [key, replaced(each, level)]))
  }
  return replaced(schema, 0)
}

/** The smallest value that a JSON schema allows, as far as a sandbox needs. */
function sampleOf(schema: unknown): unknown {
  const given = (schema ?? {}) as Record<string, unknown>
  const { type, properties, enum: values, items, const: only, anyOf, oneOf } = given
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0]
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return sampleOf(choices[0])
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as object).map(([name, each]) => [name, sampleOf(each)]),
      )
    case 'array':
      return [sampleOf(items)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return 'text'
  }
}

/** Roughly four bytes each, as English has. */
export function countTokens(value: unknown): number {
  return Math.ceil(Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) / 4)
}

/** A text as a stream sends it: some characters at a time, never in the middle of one. */
export function piecesOf(text: string): string[] {
  const characters = [...text]
  return Array.from({ length: Math.ceil(characters.length / 5) }, (_, at) =>
    characters.slice(at * 5, at * 5 + 5).join(''),
  )
}
