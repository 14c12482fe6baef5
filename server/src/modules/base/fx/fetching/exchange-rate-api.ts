import type { Outbound } from '#platform/net'
import { askForRates } from './ask-for-rates.ts'
import { readLatest } from './exchange-rate-wire.ts'
import type { RateProvider } from './provider.ts'

export type ExchangeRateApiOptions = {
  readonly outbound: Outbound
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

const maxBodyBytes = 262_144

/** A provider with the interface of ExchangeRate-API v6. */
export function createExchangeRateApi(options: ExchangeRateApiOptions): RateProvider {
  const { outbound, baseUrl, apiKey, timeoutMs } = options
  const root = `${baseUrl.replace(/\/$/, '')}/v6/${encodeURIComponent(apiKey)}`
  return {
    name: 'exchangerate-api',
    fetchLatest: async (base, signal) => {
      const answer = await askForRates(outbound, {
        url: `${root}/latest/${encodeURIComponent(base)}`,
        accept: 'application/json',
        maxBodyBytes,
        timeoutMs,
        source: 'The provider of rates',
        signal,
      })
      return readLatest(answer.status, answer.body)
    },
  }
}
