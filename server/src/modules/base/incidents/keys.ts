/**
 * Every key that an incident may have; clients and alert rules match on them. Each key in use has a runbook under
 * docs/operations. The contract names some keys that nothing raises yet: those have none.
 */
export const incidentKeys = [
  'chat-session.brief-lifecycle.queued-stuck',
  'chat-session.brief-lifecycle.finalizing-stuck',
  'i18n.locale.cache-corrupt',
  'i18n.fx-rates.stale-grace-window',
  'fx.rates-expired',
  'fx.rate-held',
  'crawl.queue-backlog',
  'crawl.reconcile-redispatch-spike',
  'crawl.latency-degraded',
  'crawl.failure-rate-degraded',
  'crawl.offers-held',
  'crawl.mapping-waiting',
  'offers.requests-waiting',
  'checkout.reserved-stuck',
  'checkout.reconciling-stuck',
  'checkout.refund-refused',
  'payments.reconciliation-mismatch',
  'payments.disputed',
  'orders.credit-refused',
  'webhooks.endpoint-disabled',
  'automation.dead-letter',
  'automations.hold-too-late',
  'outbox.event-set-aside',
  'support.inbound-mail-closed',
  'support.ticket-breached',
  'platform.configuration-missing',
  'platform.dependency-down',
  'platform.job-failing',
  'platform.record-retried-slowly',
  'platform.record-set-aside',
  'platform.snapshot-pinned',
  'images.failure-rate',
  'incidents.alert-storm',
  'ops.surface-stale',
  'ops.surface-incomplete',
] as const

const zeroCost = 'llm-gateway.pricing.zero-cost.'

/** The last member is a family: the provider and the model follow. */
export type IncidentKey = (typeof incidentKeys)[number] | `${typeof zeroCost}${string}`

const fixedKeys: ReadonlySet<string> = new Set(incidentKeys)
const zeroCostShape = /^llm-gateway\.pricing\.zero-cost(\.[A-Za-z0-9_:/-]+)+$/

export function isIncidentKey(text: string): text is IncidentKey {
  return fixedKeys.has(text) || zeroCostShape.test(text)
}
