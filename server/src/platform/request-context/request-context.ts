import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request that the present call serves. Nothing of it is a secret. */
export type RequestContext = {
  readonly requestId: string
  /** The network of the client, not its host: enough to see that somebody came from elsewhere. */
  readonly address: string
  /** The kind of program, not what it calls itself. */
  readonly userAgent: string | undefined
}

const context = new AsyncLocalStorage<RequestContext>()

/** Undefined in workers, scripts and tests: nobody asked there. */
export const currentRequest = (): RequestContext | undefined => context.getStore()

/** Runs the rest of a request with its context. */
export const keepRequestContext = <Result>(of: RequestContext, run: () => Result): Result =>
  context.run(of, run)
