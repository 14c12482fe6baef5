/** The part of autocannon that we use: the package has no types. */
declare module 'autocannon' {
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

  export type Client = {
    setRequests(
      requests: readonly {
        readonly path: string
        readonly method?: 'POST'
        readonly headers?: object
        readonly body?: string
      }[],
    ): void
  }

  export type Result = {
    readonly requests: { readonly average: number; readonly sent: number; readonly total: number }
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number }
    readonly duration: number
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
  }

  const autocannon: (options: Options) => Promise<Result>

  // biome-ignore lint/style/noDefaultExport: that is what it exports.
  export { autocannon as default }
}
