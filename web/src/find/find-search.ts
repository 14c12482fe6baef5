import { type ChosenRows, readChoices } from '../components/choices.ts'

/** What the address of the page asks for: words, or a company, or the deliveries of one of its webhooks. */
export type FindSearch = ChosenRows<'deliveries'> & {
  readonly q?: string
  readonly company?: string
  readonly webhook?: string
  readonly event?: string
}

const readDeliveries = readChoices('deliveries')

export function readFindSearch(search: Readonly<Record<string, unknown>>): FindSearch {
  const texts = (['q', 'company', 'webhook', 'event'] as const)
    .map((name) => [name, String(search[name] ?? '').trim()] as const)
    .filter(([, text]) => text !== '')
  return { ...Object.fromEntries(texts), ...readDeliveries(search) }
}
