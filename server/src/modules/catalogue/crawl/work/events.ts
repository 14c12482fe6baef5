import type { FoundProduct } from '../extract/index.ts'
import type { RunEvent } from '../runs/run.ts'
import type { PageEnd, TakenPage } from './page.ts'

/** A page has ended. */
export function pageEvent(
  { url }: TakenPage,
  {
    state,
    reason,
    products,
  }: {
    readonly state: PageEnd
    readonly reason: string | undefined
    readonly products: readonly unknown[]
  },
): RunEvent {
  return {
    kind: 'page',
    data: { url, state, ...(reason && { reason }), products: products.length },
  }
}

type ShownOffer = {
  readonly id: string
  readonly product: FoundProduct
  readonly isChanged: boolean
}

const perEventMax = 50

/** Offers that this run has seen for the first time. */
export function offersEvent({ url }: TakenPage, offers: readonly ShownOffer[]): RunEvent[] {
  const events: RunEvent[] = []
  for (let from = 0; from < offers.length; from += perEventMax) {
    const some = offers.slice(from, from + perEventMax)
    events.push({
      kind: 'offers',
      offers: some.length,
      data: { pageUrl: url, offers: some.map(shownOffer) },
    })
  }
  return events
}

function shownOffer({ id, product, isChanged }: ShownOffer) {
  const { name, brand, mpn, sku, gtins, price, availability } = product
  return {
    id,
    name,
    ...(brand !== undefined && { brand }),
    ...(mpn !== undefined && { mpn }),
    ...(sku !== undefined && { sku }),
    gtins,
    ...(price && {
      price: {
        amount: price.amount,
        currency: price.currency,
        taxIncluded: price.taxIncluded ?? null,
      },
    }),
    ...(availability !== undefined && { availability }),
    url: product.url,
    isChanged,
  }
}
