export type Credential = { readonly bearer: string } | { readonly apiKey: string } | undefined

export type Answer<Data> = {
  readonly status: number
  readonly headers: Headers
  readonly data: Data
  readonly meta: Readonly<Record<string, unknown>> & { readonly code?: string }
  readonly error: string | undefined
}

type CallOptions = {
  readonly as?: Credential
  readonly body?: unknown
  readonly key?: string
  /** The status that the step expects. Any other status ends the demo. */
  readonly expects?: number
}

/** Calls the public API like any client. */
export function createCaller(baseUrl: string) {
  return async <Data>(
    method: string,
    path: string,
    { as, body, key, expects = 200 }: CallOptions = {},
  ): Promise<Answer<Data>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...credentialHeaders(as),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as {
      data: Data
      meta: Answer<Data>['meta']
      error?: string
    }
    if (response.status !== expects) {
      const why = `${response.status} ${envelope.meta?.code ?? ''}: ${envelope.error ?? ''}`
      throw new Error(`${method} ${path} answered ${why} ${JSON.stringify(envelope.meta ?? {})}`)
    }
    const { status, headers } = response
    return { status, headers, data: envelope.data, meta: envelope.meta, error: envelope.error }
  }
}

/** Downloads a document as bytes, without an envelope. */
export async function download(url: string, as: Credential): Promise<Buffer> {
  const response = await fetch(url, { headers: credentialHeaders(as) })
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

export function credentialHeaders(as: Credential): Record<string, string> {
  if (as === undefined) return {}
  return 'bearer' in as ? { authorization: `Bearer ${as.bearer}` } : { 'x-api-key': as.apiKey }
}

export type Call = ReturnType<typeof createCaller>
