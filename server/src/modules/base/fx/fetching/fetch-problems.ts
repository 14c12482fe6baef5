import type { FetchProblem } from './provider.ts'

/** What an operator can do about each problem of the provider. */
export const actions: Readonly<Record<FetchProblem, string>> = {
  key_refused: 'Set EXCHANGE_RATE_API_KEY to a key that the provider accepts.',
  account_inactive:
    "Confirm the e-mail address of the provider's account, then wait for the next hourly fetch.",
  quota_reached: 'The quota of the plan is used up: wait for its renewal, or choose a larger plan.',
  plan_too_small: 'The plan does not allow this request: choose a larger one.',
  base_unsupported: 'The provider does not know our base currency: check EXCHANGE_RATE_BASE_URL.',
  request_malformed: 'Check that EXCHANGE_RATE_BASE_URL has the interface of ExchangeRate-API v6.',
  nothing_published: 'The provider has no rates at the moment. The service retries every hour.',
  refused: 'Ask the provider what its answer means. The table fx.providers contains the answer.',
  unreachable: 'Check that this network reaches the host of EXCHANGE_RATE_BASE_URL.',
  unavailable: 'The provider has an outage. The service retries every hour.',
  answer_malformed: 'Check that EXCHANGE_RATE_BASE_URL has the interface of ExchangeRate-API v6.',
}

/** What an operator can do about a problem of the reference rates, which need no key and no plan. */
export function referenceActionOn(problem: FetchProblem): string {
  switch (problem) {
    case 'unreachable':
      return 'Check that this network reaches the host of FX_REFERENCE_RATES_URL.'
    case 'answer_malformed':
      return 'Check that FX_REFERENCE_RATES_URL is the XML file of the reference rates of the last 90 days.'
    default:
      return 'The service retries every hour. If the failures continue, check FX_REFERENCE_RATES_URL.'
  }
}
