/** What we use of it: it has no types of its own. */
declare module 'autocannon' {
  export type Options = {
    readonly url: string
    readonly connections: number
    readonly duration: number
    readonly method?: 'GET' | 'POST'
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    /** Sent in turn by each connection, each as far as it differs from the rest. */
    readonly requests?: readonly {
      readonly path?: string
      readonly headers?: Readonly<Record<string, string>>
    }[]
    /** Called for each connection before it begins. */
    readonly setupClient?: (client: Client) => void
  }

  export type Client = {
    setRequests(requests: readonly { readonly path: string; readonly headers?: object }[]): void
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
