import { errors } from 'oidc-provider'
import { type LimiterStore, type LimitPolicy, memoryLimiterStore } from '#platform/http'

/** A client of many people asks often; one that guesses secrets or tokens asks oftener. */
const policy: LimitPolicy = { quota: 600, windowSeconds: 60 }

export type ClientLimit = {
  /** One client from one address: nobody uses up what the partner's own server needs. */
  take(appId: string, address: string): Promise<void>
}

export function createClientLimit(store: LimiterStore = memoryLimiterStore): ClientLimit {
  const limiter = store('oauth-client', policy)
  return {
    take: async (appId, address) => {
      const reading = await limiter.take(`${appId.slice(0, 100)}|${address}`)
      if (!reading.allowed) throw new TooManyRequests(reading.resetSeconds)
    },
  }
}

export class TooManyRequests extends errors.OIDCProviderError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(429, 'temporarily_unavailable')
    this.error_description = `too many requests, try again in ${retryAfterSeconds} seconds`
    this.retryAfterSeconds = retryAfterSeconds
  }
}
