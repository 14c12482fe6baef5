/** A server that speaks S3, for tests. The package has no types. */
declare module 's3rver' {
  class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly {
        readonly name: string
        readonly configs: readonly string[]
      }[]
    })
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
