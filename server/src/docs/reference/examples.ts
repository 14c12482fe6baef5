import {
  type Api,
  type Content,
  type Operation,
  type Parameter,
  parametersOf,
  resolve,
} from './api-document.ts'

/** The example of a body: its own, or the first of its record. */
export function exampleOf(api: Api, { schema, example }: Content[string]): unknown {
  if (example !== undefined) return example
  return schema && resolve(api, schema).examples?.[0]
}

/** The operation as a command line. Ids and secrets are variables of the shell. */
export function curlExample(api: Api, operation: Operation): string {
  const { method, path, security } = operation
  const parameters = parametersOf(api, operation).filter(({ required }) => required)
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(sampleOf(parameter)))}`)
  const address = `${baseUrl(api)}${path.replace(/\{(\w+)\}/g, (_, name) => `$${shellName(name)}`)}`
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...credentialHeader(security),
    ...parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => `-H "${parameter.name}: ${headerSample(parameter)}"`),
    ...bodyArguments(api, operation),
  ]
  return lines.join(' \\\n  ')
}

const baseUrl = ({ document }: Api) => document.servers[0]?.url ?? ''

/** `orderId` is `$ORDER_ID`. */
const shellName = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

function credentialHeader([first]: Operation['security']): string[] {
  if (!first) return []
  if ('apiKey' in first) return ['-H "x-api-key: $API_KEY"']
  return [`-H "authorization: Bearer $${'operator' in first ? 'OPERATOR_TOKEN' : 'ACCESS_TOKEN'}"`]
}

function headerSample(parameter: Parameter): string {
  return parameter.name.toLowerCase() === 'idempotency-key'
    ? '$(uuidgen)'
    : String(sampleOf(parameter))
}

function bodyArguments(api: Api, { requestBody }: Operation): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return []
  const header = `-H "content-type: ${type === '*/*' ? 'application/json' : type}"`
  if (type !== 'application/json') return [header, '--data-binary @file']
  const text = JSON.stringify(exampleOf(api, content) ?? {}, null, 2)
  return [header, `-d '${text.replaceAll("'", "'\\''")}'`]
}

/** A value that the parameter takes. */
function sampleOf({ name, example, schema = {} }: Parameter): unknown {
  const { examples, enum: values, default: fallback, type, format, minimum } = schema
  const [first] = [example, examples?.[0], fallback, values?.[0]].filter(
    (value) => value !== undefined,
  )
  if (first !== undefined) return first
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  return name
}

/** The same by the SDK. Undefined: the SDK has no method for it. */
export function sdkExample(api: Api, operation: Operation): string | undefined {
  const { sdk, path } = operation
  if (!sdk) return undefined
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = [...ids, ...sdkInput(api, operation)].join(', ')
  const call = `purveyor.${sdk.resource}.${sdk.name}`
  if (sdk.name === 'list') {
    return `for await (const item of purveyor.${sdk.resource}.each(${parts})) console.log(item)`
  }
  const hasNoContent = !('200' in operation.responses || '201' in operation.responses)
  return `${hasNoContent ? '' : 'const { data } = '}await ${call}(${parts})`
}

function sdkInput(api: Api, operation: Operation): string[] {
  if (operation.sdk?.input === 'query') return sdkQuery(api, operation)
  if (operation.sdk?.input !== 'body') return []
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!content) return []
  if (type !== 'application/json') {
    return ['file', ...(type === '*/*' ? [] : [`{ headers: { 'content-type': '${type}' } }`])]
  }
  return [asSource(exampleOf(api, content) ?? {})]
}

function sdkQuery(api: Api, operation: Operation): string[] {
  const query = parametersOf(api, operation)
    .filter((parameter) => parameter.required && parameter.in === 'query')
    .map((parameter) => [parameter.name, sampleOf(parameter)])
  return query.length > 0 ? [asSource(Object.fromEntries(query))] : []
}

/** JSON as one writes it in TypeScript: names without quotes. */
function asSource(given: unknown): string {
  return JSON.stringify(given, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
}
