import type { LinkProps } from '@tanstack/react-router'
import type { ChoiceOf, ChosenRows, FilteredList } from '../components/choices.ts'

/** Where the records behind a number are: a list, with the filter that shows exactly these records. */
export type Rows = Pick<LinkProps, 'to' | 'search' | 'hash'>

/** The records behind a section's numbers. Some sections have none. */
const lists: Readonly<Record<string, Rows>> = {
  checkoutLifecycle: rows('orders', 'checkouts'),
  orders: rows('orders', 'stuck-orders'),
  approvals: rows('orders', 'not-placed'),
  standingOrders: rows('orders', 'standing-orders'),
  frameContracts: rows('orders', 'contract-quotas'),
  invoices: rows('orders', 'waiting-invoices'),
  automationFallback: rows('automations', 'automations'),
  webhooks: rows('operations', 'webhooks'),
  jobs: rows('operations', 'given-up-jobs'),
  poisonRecords: rows('operations', 'poison-records'),
  incidents: rows('operations', 'incidents'),
  incidentAlerts: rows('operations', 'alerts'),
  crawl: rows('crawl', 'crawls'),
  offers: { to: '/admin/offers', hash: 'offer-requests' },
}

function rows<List extends FilteredList>(
  page: 'operations' | 'orders' | 'automations' | 'crawl',
  list: List | (string & {}),
  choice?: ChosenRows<List>[List],
): Rows {
  return {
    to: `/admin/${page}`,
    hash: list,
    ...(choice !== undefined && { search: { [list]: choice } as Rows['search'] & object }),
  }
}

const refused = rows('orders', 'refunds', 'REFUSED')
/** Without those that wait for a confirmation. */
const queuedCrawls = rows('crawl', 'crawls', 'QUEUED;awaitingConfirmation=false')
const runs = (state: ChoiceOf<'runs'>) => rows('automations', 'runs', state)

/** Problems that have their own list. */
const listsOfProblems: Readonly<Record<string, Rows>> = {
  'automations.switched-off': rows('automations', 'kill-switch'),
  'automations.engine-behind': runs('PENDING'),
  'automations.held': rows('automations', 'automations', 'HELD'),
  'automation.dead-letter': rows('automations', 'dead-letters'),
  'checkout.refund-refused': refused,
  'checkout.refunds-behind': rows('orders', 'refunds', 'WAITING'),
  'crawl.failure-rate-degraded': rows('crawl', 'crawls', 'PARTIAL'),
  'crawl.latency-degraded': rows('crawl', 'crawls', 'RUNNING'),
  'crawl.queue-backlog': queuedCrawls,
  'fx.rate-held': rows('operations', 'held-rates'),
  'incidents.alerts-behind': rows('operations', 'alerts', 'PENDING'),
  'incidents.dead-letter': rows('operations', 'alerts', 'DEAD_LETTER'),
  'invoices.pdf-failing': rows('orders', 'failing-pdfs'),
  'invoices.purchase-order-pdf-failing': rows('orders', 'failing-purchase-orders'),
  'mail.given-up': rows('operations', 'given-up-jobs'),
  'outbox.event-set-aside': rows('operations', 'set-aside-events'),
  'orders.credits-behind': rows('orders', 'stuck-orders', 'CREDIT_UNSETTLED'),
  'orders.unconfirmed': rows('orders', 'stuck-orders', 'UNCONFIRMED'),
  'orders.unshipped': rows('orders', 'stuck-orders', 'UNSHIPPED'),
  'orders.credit-refused': rows('orders', 'stuck-orders', 'CREDIT_REFUSED'),
  'orders.backorders-behind': rows('orders', 'backorders'),
  'webhooks.endpoint-disabled': rows('operations', 'webhooks', 'DISABLED'),
  'webhooks.held': rows('operations', 'webhooks', 'all'),
}

/** Every number that counts records of a list, by section. */
const listsOfNumbers: Readonly<Record<string, Readonly<Record<string, Rows>>>> = {
  checkoutLifecycle: {
    reserved: rows('orders', 'checkouts'),
    reservedStuck: rows('orders', 'checkouts'),
    reconciling: rows('orders', 'checkouts'),
    reconcilingStuck: rows('orders', 'checkouts'),
    reconcilingFailing: rows('orders', 'checkouts'),
    refundsWaiting: rows('orders', 'refunds', 'WAITING'),
    refundsRefused: refused,
  },
  orders: {
    unconfirmedStuck: rows('orders', 'stuck-orders', 'UNCONFIRMED'),
    unshippedStuck: rows('orders', 'stuck-orders', 'UNSHIPPED'),
    creditsFailing: rows('orders', 'stuck-orders', 'CREDIT_UNSETTLED'),
    creditsRefused: rows('orders', 'stuck-orders', 'CREDIT_REFUSED'),
    productsServable: rows('orders', 'backorders'),
  },
  payments: { debtsOverdue: rows('orders', 'overdue') },
  approvals: { failing: rows('orders', 'not-placed') },
  invoices: {
    waiting: rows('orders', 'waiting-invoices'),
    suppliersWaitedFor: rows('orders', 'waiting-invoices'),
  },
  incidentAlerts: {
    openInfo: rows('operations', 'incidents'),
    openWarning: rows('operations', 'incidents'),
    openCritical: rows('operations', 'incidents'),
    pending: rows('operations', 'alerts', 'PENDING'),
    permanentlyDropped: rows('operations', 'alerts', 'DEAD_LETTER'),
    deadLettered: rows('operations', 'alerts', 'DEAD_LETTER'),
    collapsed: rows('operations', 'alerts', 'COLLAPSED'),
  },
  webhooks: {
    retrying: rows('operations', 'webhooks', 'TROUBLED'),
    breakersOpen: rows('operations', 'webhooks', 'TROUBLED'),
    endpointsDisabled: rows('operations', 'webhooks', 'DISABLED'),
    pending: rows('operations', 'webhooks', 'all'),
    held: rows('operations', 'webhooks', 'all'),
  },
  crawl: {
    queueDepth: queuedCrawls,
    runsAwaitingConfirmation: rows('crawl', 'crawls', 'PROPOSED'),
    runsRunning: rows('crawl', 'crawls', 'RUNNING'),
    sourcesWithHeldOffers: rows('crawl', 'held-offers', 'OPEN'),
  },
  eventLog: {
    setAside: rows('operations', 'set-aside-events'),
    setAsideLines: rows('operations', 'set-aside-events'),
  },
  jobs: { givenUp: rows('operations', 'given-up-jobs') },
  fx: { heldRates: rows('operations', 'held-rates') },
  mail: { failed: rows('operations', 'given-up-jobs') },
  automationFallback: {
    replayQueueDepth: runs('RETRYING'),
    pendingOutboxCount: runs('PENDING'),
    running: runs('LEASED'),
    held: runs('HELD'),
    expired: runs('EXPIRED'),
    heldByRules: rows('automations', 'automations', 'HELD'),
    deadLetterCount: rows('automations', 'dead-letters'),
    deferredCount: rows('automations', 'dead-letters', 'intentionally_deferred'),
    switchedOff: rows('automations', 'kill-switch'),
    isEverybodySwitchedOff: rows('automations', 'kill-switch'),
  },
}

/** A part of the operations page. */
export function placeOf(part: 'dependencies' | 'incidents'): Rows {
  return rows('operations', part)
}

export function rowsOf(section: string, problem = ''): Rows | undefined {
  return listsOfProblems[problem] ?? lists[section]
}

/** Undefined for numbers that count no listed records. */
export function rowsOfNumber(section: string, metric: string): Rows | undefined {
  return listsOfNumbers[section]?.[metric]
}
