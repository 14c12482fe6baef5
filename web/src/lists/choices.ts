import type {
  AutomationRun,
  Crawl,
  CrawlPage,
  HeldOffers,
  IncidentAlert,
  StuckOrder,
  Ticket,
  WatchedAutomation,
  WatchedWebhookState,
  WebhookDelivery,
} from '../api-types.ts'

/** The choices of rows of each list that has a filter, in the order of the filter. The address names them. */
export const choices = {
  alerts: [
    'DEAD_LETTER',
    'RETRYING',
    'PENDING',
    'SENDING',
    'DELIVERED',
    'SUPERSEDED',
    'COLLAPSED',
  ] satisfies IncidentAlert['state'][],
  automations: ['ACTIVE', 'DRAFT', 'PAUSED', 'HELD'] satisfies (
    | WatchedAutomation['state']
    | 'HELD'
  )[],
  crawls: [
    'PROPOSED',
    'QUEUED',
    'RUNNING',
    'PARTIAL',
    'FAILED',
    'SUCCEEDED',
    'CANCELLED',
  ] satisfies ('PROPOSED' | Crawl['state'])[],
  'dead-letters': ['intentionally_deferred', 'handled_manually'],
  deliveries: [
    'PENDING',
    'LEASED',
    'RETRYING',
    'HELD',
    'SUCCEEDED',
    'EXHAUSTED',
    'CANCELLED',
    'EXPIRED',
  ] satisfies WebhookDelivery['state'][],
  'held-offers': ['OPEN', 'ACCEPTED', 'DISMISSED'] satisfies HeldOffers['state'][],
  pages: [
    'FAILED',
    'REFUSED',
    'SKIPPED',
    'GONE',
    'MOVED',
    'UNCHANGED',
    'FETCHED',
    'LEASED',
    'DISCOVERED',
  ] satisfies CrawlPage['state'][],
  refunds: ['REFUSED', 'WAITING'],
  runs: [
    'PENDING',
    'LEASED',
    'RETRYING',
    'HELD',
    'SUCCEEDED',
    'SKIPPED',
    'FAILED',
    'CANCELLED',
    'REFUSED',
    'DEAD_LETTERED',
    'EXPIRED',
  ] satisfies AutomationRun['state'][],
  'stuck-orders': [
    'UNCONFIRMED',
    'UNSHIPPED',
    'CREDIT_UNSETTLED',
    'CREDIT_REFUSED',
  ] satisfies StuckOrder['reason'][],
  tickets: [
    'QUEUE',
    'LATE',
    'OPEN',
    'PENDING_AGENT',
    'PENDING_CUSTOMER',
    'RESOLVED',
    'CLOSED',
  ] satisfies ('QUEUE' | 'LATE' | Ticket['state'])[],
  webhooks: ['TROUBLED', 'DISABLED', 'PAUSED', 'ACTIVE'] satisfies WatchedWebhookState[],
} as const

export type FilteredList = keyof typeof choices
export type ChoiceOf<List extends FilteredList> = (typeof choices)[List][number]

/** In the address this means all rows, for a page that shows a part of them by default. */
export const everything = 'all'

/** What an address says about the rows of some lists. */
export type ChosenRows<List extends FilteredList> = {
  readonly [Name in List]?: ChoiceOf<Name> | typeof everything
}

/** Reads the choices of some lists from an address. Values that no list has are left out. */
export function readChoices<List extends FilteredList>(...lists: readonly List[]) {
  return (search: Readonly<Record<string, unknown>>): ChosenRows<List> => {
    const chosen = lists
      .map((list) => [list, search[list]] as const)
      .filter(([list, value]) => value === everything || isChoice(list, value))
    return Object.fromEntries(chosen) as ChosenRows<List>
  }
}

export function isFilteredList(name: string): name is FilteredList {
  return Object.hasOwn(choices, name)
}

function isChoice(list: FilteredList, value: unknown): boolean {
  return (choices[list] as readonly unknown[]).includes(value)
}
