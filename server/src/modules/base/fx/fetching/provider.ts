import type { Decimal } from 'decimal.js'

/** The rates that a provider gave. */
export type FetchedRates = {
  readonly base: string
  readonly asOf: Date
  /** Undefined if the provider does not say. */
  readonly nextUpdate: Date | undefined
  readonly rates: ReadonlyMap<string, Decimal>
  readonly payloadSha256: string
}

/** A source of rates. The service uses one provider at a time: rates of two are never mixed. */
export type RateProvider = {
  readonly name: string
  /** Throws `RatesNotFetched`. */
  fetchLatest(base: string, signal?: AbortSignal): Promise<FetchedRates>
}

/** Why a provider gave no rates. `fetch-problems.ts` says what an operator can do about each. */
export const fetchProblems = [
  'key_refused',
  'account_inactive',
  'quota_reached',
  'plan_too_small',
  'base_unsupported',
  'request_malformed',
  'nothing_published',
  'refused',
  'unreachable',
  'unavailable',
  'answer_malformed',
] as const

export type FetchProblem = (typeof fetchProblems)[number]

/** The provider gave no rates. The message never contains the address, because the address contains the key. */
export class RatesNotFetched extends Error {
  override readonly name = 'RatesNotFetched'
  readonly problem: FetchProblem

  constructor(problem: FetchProblem, sentence: string, options: ErrorOptions = {}) {
    super(sentence, options)
    this.problem = problem
  }
}

/** True if a retry in a minute may help. The other problems need an hour, or an operator. */
export function isPassing(problem: FetchProblem): boolean {
  return problem === 'unreachable' || problem === 'unavailable'
}
