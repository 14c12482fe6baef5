import type { NavigateOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'

export type RecordPageProps = { readonly recordId: string }

type Component = ComponentType<RecordPageProps>

/** The page of each kind of record, by the prefix of its ids. The browser loads a page when somebody opens it. */
const loaders: Readonly<Record<string, () => Promise<Component>>> = {
  app: async () => (await import('./people/part-of-company.tsx')).PartOfCompany,
  apq: async () => (await import('./purchasing/approval-page.tsx')).ApprovalPage,
  aut: async () => (await import('./assistance/automation-page.tsx')).AutomationPage,
  chk: async () => (await import('./purchasing/checkout-page.tsx')).CheckoutPage,
  co: async () => (await import('./people/company-page.tsx')).CompanyPage,
  dlv: async () => (await import('./connections/delivery-page.tsx')).DeliveryPage,
  evt: async () => (await import('./connections/event-page.tsx')).EventPage,
  imp: async () => (await import('./catalogue/import-page.tsx')).ImportPage,
  inc: async () => (await import('./incident-page.tsx')).IncidentPage,
  inv: async () => (await import('./purchasing/invoice-page.tsx')).InvoicePage,
  ivt: async () => (await import('./people/part-of-company.tsx')).PartOfCompany,
  key: async () => (await import('./people/api-key-page.tsx')).ApiKeyPage,
  prd: async () => (await import('./catalogue/product-page.tsx')).ProductPage,
  rpl: async () => (await import('./connections/replay-page.tsx')).ReplayPage,
  rqn: async () => (await import('./purchasing/requisition-page.tsx')).RequisitionPage,
  run: async () => (await import('./assistance/run-page.tsx')).RunPage,
  usr: async () => (await import('./people/person-page.tsx')).PersonPage,
  whk: async () => (await import('./connections/webhook-page.tsx')).WebhookPage,
}

const loaded = new Map<string, Component>()

/** Before the page is shown: its heading gets the focus at once. */
export async function loadRecordPage(recordId: string): Promise<void> {
  const prefix = prefixOf(recordId)
  const load = Object.hasOwn(loaders, prefix) ? loaders[prefix] : undefined
  if (load && !loaded.has(prefix)) loaded.set(prefix, await load())
}

export function loadedPageOf(recordId: string): Component | undefined {
  return loaded.get(prefixOf(recordId))
}

type Place = Pick<NavigateOptions, 'to' | 'params' | 'search' | 'hash'>

/** Kinds that have an address elsewhere: a page of their own, or a row in a list. */
const elsewhere: Readonly<Record<string, (id: string) => Place>> = {
  chs: (session) => ({ to: '/admin/chat', search: { session } }),
  cmp: (id) => ({ to: '/admin/settings/$part', params: { part: 'ads' }, hash: id }),
  crl: (crawl) => ({ to: '/admin/crawl', search: { crawl } }),
  crv: (id) => ({ to: '/admin/crawl', hash: id }),
  csrc: (id) => ({ to: '/admin/crawl', hash: id }),
  fxh: () => ({ to: '/admin/operations', hash: 'held-rates' }),
  ina: () => ({ to: '/admin/operations', search: { alerts: 'all' }, hash: 'alerts' }),
  job: () => ({ to: '/admin/operations', hash: 'given-up-jobs' }),
  ofr: (id) => ({ to: '/admin/offers', hash: id }),
  ord: (orderId) => ({ to: '/admin/orders/$orderId', params: { orderId } }),
  pay: (paymentId) => ({ to: '/admin/payments/$paymentId', params: { paymentId } }),
  pls: (id) => ({ to: '/admin/settings/$part', params: { part: 'prices' }, hash: id }),
  smt: (id) => ({ to: '/admin/settings/$part', params: { part: 'shipping' }, hash: id }),
  tkt: (ticket) => ({ to: '/admin/support', search: { ticket } }),
}

export function placeOf(id: string): Place | undefined {
  const prefix = prefixOf(id)
  return Object.hasOwn(elsewhere, prefix) ? elsewhere[prefix]?.(id) : undefined
}

export function hasPage(id: string): boolean {
  const prefix = prefixOf(id)
  return Object.hasOwn(loaders, prefix) || Object.hasOwn(elsewhere, prefix)
}

export function prefixOf(id: string): string {
  return id.split('_', 1)[0] ?? ''
}

/** The form of every id: a prefix and 26 characters. */
export function isRecordId(text: string): boolean {
  return /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}
