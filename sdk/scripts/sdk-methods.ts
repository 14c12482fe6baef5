type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly requestBody?: object
  readonly parameters?: readonly { readonly in?: string; readonly $ref?: string }[]
  readonly responses: Readonly<Record<string, object>>
}

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly in: string }>>
  }
}

/** A method of the SDK. */
export type SdkMethod = {
  /** `orders` */
  readonly resource: string
  /** `place` */
  readonly name: string
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** What it takes after the ids of the path. */
  readonly input: 'body' | 'query' | 'none'
  readonly summary: string | undefined
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** The methods of the SDK, in the order of the document: `orders.place` is `post /api/v1/orders`. */
export function sdkMethodsOf(document: Document): SdkMethod[] {
  const found: SdkMethod[] = []
  const taken = new Set<string>()
  for (const [path, operations] of Object.entries(document.paths)) {
    const resource = resourceOf(path)
    for (const [method, operation] of Object.entries(operations)) {
      if (resource === undefined || !methods.has(method) || !succeeds(operation)) continue
      const { operationId, summary } = operation
      const short = actionOf(resource, operationId)
      const name = taken.has(`${resource}.${short}`) ? operationId : short
      taken.add(`${resource}.${name}`)
      const input = inputOf(document, operation)
      found.push({ resource, name, operationId, method, path, input, summary })
    }
  }
  return found
}

/** A redirect is nothing that a program calls, and a stream has a method of its own: `followSearch`. */
function succeeds({ responses }: Operation): boolean {
  const isStream = JSON.stringify(responses).includes('"text/event-stream"')
  return !isStream && Object.keys(responses).some((status) => status.startsWith('2'))
}

/** The first part of the path: the file of a list belongs to the list. Undefined for what only a payment provider calls. */
function resourceOf(path: string): string | undefined {
  const [first = '', second = '', third = ''] = path.split('/').slice(1)
  if (first === 'api') return camel(third.replace(/\.csv$/, ''))
  if (second === 'providers') return undefined
  // `/api/v1/notifications` is about the notifications of people.
  return first === 'notifications' ? 'incidents' : camel(first)
}

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `placeOrder` of `orders` is `place`: the noun of the resource is left out where it follows the verb. */
function actionOf(resource: string, operationId: string): string {
  const [verb = operationId] = /^[a-z]+/.exec(operationId) ?? []
  const rest = operationId.slice(verb.length)
  const singular = resource
    .replace(/ies$/, 'y')
    .replace(/(ss|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  for (const noun of [resource, singular]) {
    if (!rest.toLowerCase().startsWith(noun.toLowerCase())) continue
    const left = rest.slice(noun.length)
    if (left === '' || /^[A-Z]/.test(left)) return verb + left
  }
  return operationId
}

function inputOf(
  { components }: Document,
  { requestBody, parameters = [] }: Operation,
): SdkMethod['input'] {
  if (requestBody) return 'body'
  const places = parameters.map(
    ({ in: place, $ref }) => place ?? components.parameters[$ref?.split('/').at(-1) ?? '']?.in,
  )
  return places.includes('query') ? 'query' : 'none'
}
