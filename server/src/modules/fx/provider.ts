import type { Decimal } from 'decimal.js'

/** What a provider said. */
export type FetchedRates = {
  readonly base: string
  readonly asOf: Date
  readonly nextUpdate: Date
  readonly rates: ReadonlyMap<string, Decimal>
  readonly payloadSha256: string
}

/** Where rates come from. One at a time: the rates of two are never mixed. */
export type RateProvider = {
  readonly name: string
  /** Throws `RatesNotFetched`. */
  fetchLatest(base: string, signal?: AbortSignal): Promise<FetchedRates>
}

/** Why there are none. What an operator can do about each stands in `fetch-problems.ts`. */
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

/** The provider gave no rates. Never says the address: it holds the key. */
export class RatesNotFetched extends Error {
  override readonly name = 'RatesNotFetched'
  readonly problem: FetchProblem

  constructor(problem: FetchProblem, sentence: string, options: ErrorOptions = {}) {
    super(sentence, options)
    this.problem = problem
  }
}

/** Asking again in a minute may help. For the others an hour, or an operator, is needed. */
export function isPassing(problem: FetchProblem): boolean {
  return problem === 'unreachable' || problem === 'unavailable'
}
