/** The part of autocannon that we use: the package has no types, and is installed apart. */
export type Options = {
  readonly url: string
  readonly connections: number
  readonly duration: number
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Each connection sends these in turn. Each names only its differences from the options. */
  readonly requests?: readonly {
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
  }[]
  /** Called for each connection before it starts. */
  readonly setupClient?: (client: Client) => void
}

type Client = {
  setRequests(
    requests: readonly {
      readonly path: string
      readonly method?: 'POST'
      readonly headers?: object
      readonly body?: string
    }[],
  ): void
}

type Result = {
  readonly requests: { readonly average: number; readonly sent: number; readonly total: number }
  readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number }
  readonly duration: number
  readonly errors: number
  readonly timeouts: number
  readonly non2xx: number
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
}

export type Autocannon = (options: Options) => Promise<Result>
