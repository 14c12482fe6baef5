import { largestOf, resolved } from './largest-input.ts'
import { validBodies } from './valid-bodies.ts'
import type { Input, Prepared } from './worst-case-input.ts'
import { recordFor } from './worst-case-records.ts'
import type { Credentials, Sent, WorstCaseStage } from './worst-case-stage.ts'
import { ownInputs } from './worst-inputs.ts'

export type Operation = {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly as: Credentials | undefined
  readonly parameters: readonly Parameter[]
  readonly body: unknown
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, whose form npm run check holds.
type Paths = Readonly<Record<string, Readonly<Record<string, any>>>>

/** Operations with own inputs come first, so that records which the others create do not affect theirs. */
export function operationsOf({ document }: WorstCaseStage): Operation[] {
  const found = Object.entries(document.paths as Paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation.operationId) return []
      const { operationId, security = [], requestBody } = operation
      const given: unknown[] = operation.parameters ?? []
      const parameters = given.map((one) => resolved(document, one) as Parameter)
      const schemes: string[] = security.flatMap((one: object) => Object.keys(one))
      const body = bodyOf(document, requestBody)
      const as = credentialsFor(path, schemes)
      return [{ operationId, method: method.toUpperCase(), path, as, parameters, body }]
    }),
  )
  const rank = ({ operationId, method }: Operation) =>
    operationId in ownInputs ? 0 : method === 'GET' ? 1 : 2
  return found.sort((one, other) => rank(one) - rank(other))
}

function bodyOf(document: WorstCaseStage['document'], requestBody: unknown): unknown {
  const { content } = resolved(document, requestBody) as {
    content?: Record<string, { schema?: unknown }>
  }
  return content?.['application/json']?.schema
}

const sellers =
  /^\/api\/v1\/(?:catalog|contracts(?!\/cart)|price-lists|stock-locations|supplier|company\/shipping-methods)/
const operators = /^\/api\/v1\/assortments/

function credentialsFor(path: string, schemes: readonly string[]): Credentials | undefined {
  if (schemes.length === 0) return undefined
  if (schemes.includes('operator') || operators.test(path)) return 'operator'
  return sellers.test(path) ? 'seller' : 'companyAdmin'
}

/**
 * `own`: from worst-inputs.ts. `largest`: the maximum of the schema. `refused`: a body of the maximum size that the
 * route refuses.
 */
export type InputKind = 'own' | 'largest' | 'refused'

export function inputsOf(operation: Operation, prepared: Prepared): [InputKind, Input][] {
  const { operationId, path, body } = operation
  const own = ownInputs[operationId]
  let number = 0
  const largest: Input = async () => {
    number += 1
    const sent = await requestOf(operation, prepared)
    return body ? { ...sent, body: largestBody(operation, prepared, number) } : sent
  }
  const inputs: [InputKind, Input][] = [own ? ['own', own] : ['largest', largest]]
  // A text of escapes takes longest to parse.
  const refused = `{"x":"${'\\\\'.repeat((limitOf(path) - 8) / 2)}"}`
  if (body) inputs.push(['refused', async () => ({ ...(await largest(prepared)), body: refused })])
  return inputs
}

const limitOf = (path: string) =>
  /^\/(?:auth|admin|notifications)\//.test(path) ? 65_536 : 1_048_576

async function requestOf(operation: Operation, prepared: Prepared): Promise<Sent> {
  const { method, path, as, parameters } = operation
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query') continue
    if (name === 'limit') query.set(name, String(schema.maximum ?? 100))
    if (name === 'q') query.set(name, 'x'.repeat(Math.min(Number(schema.maxLength), 8_000)))
  }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const isKnown = names.every((name) => prepared.known[name] || fallbackIds[name])
  // Reads use existing records. A change gets its own record.
  const made = method === 'GET' && isKnown ? {} : await recordFor(method, path, prepared)
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) =>
      made[name] ??
      prepared.known[name]?.[0] ??
      fallbackIds[name] ??
      'xxx_01m7x9v1c40e5rk2m8w3tq6zna',
  )
  const text = query.toString()
  return { method, path: text ? `${filled}?${text}` : filled, as }
}

const fallbackIds: Readonly<Record<string, string>> = { currency: 'EUR', provider: 'sandbox' }

/** If the schema allows more than the limit of bytes, the longest list loses its last entries. */
function largestBody(
  { operationId, path, body }: Operation,
  prepared: Prepared,
  number: number,
): string {
  const { stage, known } = prepared
  const value = largestOf(stage.document, body, known, number)
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(validBodies[operationId]?.(prepared, number) ?? {})
    Object.assign(value, Object.fromEntries(fields.filter(([name]) => name in value)))
  }
  for (;;) {
    const text = JSON.stringify(value ?? {})
    if (text.length <= limitOf(path)) return text
    const list = longestList(value)
    if (!list || list.length === 0) return text.slice(0, limitOf(path))
    list.splice(Math.floor(list.length * 0.8))
  }
}

function longestList(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const within = Object.values(value).map(longestList)
  const lists = [...within, Array.isArray(value) ? value : undefined].filter(
    (one) => one !== undefined,
  )
  return lists.sort((one, other) => sizeOf(other) - sizeOf(one))[0]
}

const sizeOf = (list: unknown[]) => JSON.stringify(list).length
