type Schema = {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export type FailureCodes = Readonly<Record<string, { readonly details?: object }>>

/** The types of the details of each failure code. `undefined`: a failure with this code has none. */
export function writeSdkFailures(codes: FailureCodes): string {
  const members = Object.entries(codes).map(
    ([code, { details }]) => `  '${code}': ${details ? detailsOf(details) : 'undefined'}\n`,
  )
  return `/** The details of a refusal, by its code. */\nexport type FailureDetails = {\n${members.join('')}}\n`
}

/** Where no field is required, the service leaves out empty details. */
function detailsOf(schema: Schema): string {
  const isOptional = (schema.required ?? []).length === 0
  return `${typeOf(schema)}${isOptional ? ' | undefined' : ''}`
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, properties = {}, required = [], type } = schema
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1)}']`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (type === 'array') return `readonly (${items ? typeOf(items) : 'unknown'})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type ?? 'unknown'
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Readonly<Record<string, unknown>>'
}
