import { type Outbound, OutboundFailed } from '#platform/net'
import { readLatest } from './exchange-rate-wire.ts'
import { type RateProvider, RatesNotFetched } from './provider.ts'

export type ExchangeRateApiOptions = {
  readonly outbound: Outbound
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

const maxBodyBytes = 262_144

/** A provider in the form of ExchangeRate-API v6. */
export function createExchangeRateApi(options: ExchangeRateApiOptions): RateProvider {
  const { outbound, baseUrl, apiKey, timeoutMs = 15_000 } = options
  const root = `${baseUrl.replace(/\/$/, '')}/v6/${encodeURIComponent(apiKey)}`
  return {
    name: 'exchangerate-api',
    fetchLatest: async (base, signal) => {
      const answer = await outbound
        .request({
          url: `${root}/latest/${encodeURIComponent(base)}`,
          method: 'GET',
          headers: { accept: 'application/json' },
          timeoutMs,
          maxBodyBytes,
          audience: 'operator',
          ...(signal ? { signal } : {}),
        })
        .catch((error: unknown) => {
          const reason = error instanceof OutboundFailed ? error.reason : 'unknown'
          throw new RatesNotFetched('unreachable', `The provider of rates: ${reason}.`, {
            cause: error,
          })
        })
      return readLatest(answer.status, answer.body)
    },
  }
}
