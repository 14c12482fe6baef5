import { errors } from 'oidc-provider'
import type { LimiterStore } from '#platform/http'

export type ClientLimit = {
  /** Takes one request of a client from one address: nobody can use up what the partner's own server needs. */
  take(appId: string, address: string): Promise<void>
}

/** A client of many people sends many requests; one that guesses secrets or tokens sends more. */
export function createClientLimit(store: LimiterStore, requestsPerMinute: number): ClientLimit {
  const limiter = store('oauth-client', { quota: requestsPerMinute, windowSeconds: 60 })
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
