import type { paths } from '@purveyor/sdk'
import type { WatchedAutomation, WatchedWebhookState } from '../api-types.ts'

type StateAt<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: { state?: infer State } } }
}
  ? NonNullable<State>
  : never

/** The main filter of each list whose choice the address names, by the name of the list there. */
type Choices = {
  readonly alerts: StateAt<'/notifications/incident-alerts'>
  readonly audit: 'done' | 'refused'
  readonly automations: WatchedAutomation['state'] | 'HELD'
  /** `PROPOSED`: the queued crawls that wait for a confirmation. */
  readonly crawls: StateAt<'/api/v1/crawls'> | 'PROPOSED'
  readonly 'dead-letters': 'intentionally_deferred' | 'handled_manually'
  readonly deliveries: StateAt<'/api/v1/webhooks/{webhookId}/deliveries'>
  readonly 'held-offers': StateAt<'/admin/crawls/held-offers'>
  readonly pages: StateAt<'/api/v1/crawls/{crawlId}/pages'>
  readonly refunds: StateAt<'/admin/orders/checkout/refunds'>
  readonly runs: StateAt<'/admin/automations/runs'>
  readonly 'stuck-orders': 'UNCONFIRMED' | 'UNSHIPPED' | 'CREDIT_UNSETTLED' | 'CREDIT_REFUSED'
  /** `QUEUE`: the most urgent first. `LATE`: those of them that missed a target. */
  readonly tickets: StateAt<'/api/v1/support/tickets'> | 'QUEUE' | 'LATE'
  readonly webhooks: WatchedWebhookState
}

export type FilteredList = keyof Choices
export type ChoiceOf<List extends FilteredList> = Choices[List]

/** In the address this means all rows, for a page that shows a part of them by default. */
export const everything = 'all'

/** The main filter of a list, and behind it any further ones: `HELD;companyId=co_01…`. */
type Chosen<List extends FilteredList> =
  | ChoiceOf<List>
  | typeof everything
  | `${ChoiceOf<List> | typeof everything};${string}`

/** What an address says about the rows of some lists. */
export type ChosenRows<List extends FilteredList> = { readonly [Name in List]?: Chosen<Name> }

const filtered: Readonly<Record<FilteredList, true>> = {
  alerts: true,
  audit: true,
  automations: true,
  crawls: true,
  'dead-letters': true,
  deliveries: true,
  'held-offers': true,
  pages: true,
  refunds: true,
  runs: true,
  'stuck-orders': true,
  tickets: true,
  webhooks: true,
}

/** Reads what an address says about the rows of some lists. The list leaves out values that it does not have. */
export function readChoices<List extends FilteredList>(...lists: readonly List[]) {
  return (search: Readonly<Record<string, unknown>>): ChosenRows<List> => {
    const chosen = lists
      .filter((list) => search[list] !== undefined)
      .map((list) => [list, String(search[list])])
    return Object.fromEntries(chosen) as ChosenRows<List>
  }
}

/** True: the part of an address chooses rows of a list. */
export function isChoiceOfRows(name: string): boolean {
  return Object.hasOwn(filtered, name)
}
