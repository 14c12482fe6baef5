import type { ComponentType } from 'react'

export type RecordPageProps = { readonly recordId: string }

type Component = ComponentType<RecordPageProps>

/** The page of each kind of record, by the prefix of its ids. The browser loads a page when somebody opens it. */
const loaders: Readonly<Record<string, () => Promise<Component>>> = {
  chk: async () => (await import('./checkout-page.tsx')).CheckoutPage,
  co: async () => (await import('./company-page.tsx')).CompanyPage,
  dlv: async () => (await import('./delivery-page.tsx')).DeliveryPage,
  imp: async () => (await import('./import-page.tsx')).ImportPage,
  inc: async () => (await import('./incident-page.tsx')).IncidentPage,
  key: async () => (await import('./api-key-page.tsx')).ApiKeyPage,
  prd: async () => (await import('./product-page.tsx')).ProductPage,
  run: async () => (await import('./run-page.tsx')).RunPage,
  usr: async () => (await import('./person-page.tsx')).PersonPage,
  whk: async () => (await import('./webhook-page.tsx')).WebhookPage,
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

/** Kinds whose page has an address of its own, and not one below /admin/records. */
const elsewhere = ['ord', 'pay', 'tkt', 'chs']

export function hasPage(id: string): boolean {
  const prefix = prefixOf(id)
  return Object.hasOwn(loaders, prefix) || elsewhere.includes(prefix)
}

export function prefixOf(id: string): string {
  return id.split('_', 1)[0] ?? ''
}

/** The form of every id: a prefix and 26 characters. */
export function isRecordId(text: string): boolean {
  return /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}
