import { AsyncLocalStorage } from 'node:async_hooks'

/** The known facts about the request that is being served. None of them is secret. */
export type RequestContext = {
  readonly requestId: string
  /** The network of the client, not its full address: enough to notice a request from elsewhere. */
  readonly address: string
  /** The kind of program, not the name that it sends. */
  readonly userAgent: string | undefined
}

const context = new AsyncLocalStorage<RequestContext>()

/** Undefined in workers, scripts and tests, where no request is served. */
export const currentRequest = (): RequestContext | undefined => context.getStore()

/** Runs the rest of a request with its context. */
export const keepRequestContext = <Result>(of: RequestContext, run: () => Result): Result =>
  context.run(of, run)
