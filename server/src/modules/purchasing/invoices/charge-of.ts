import { defaultLocale, type Locale } from '#kernel/locale'
import type { ShippingCost } from '#modules/totals'
import { writeDocument } from './documents.ts'

export type ChargeKind = 'BELOW_MINIMUM'

/** What a document says that a cost is for. */
export type ChargeReason = {
  readonly name: string
  /** Absent: a shipping cost. */
  readonly kind?: ChargeKind | undefined
}

/** A shipping method has the name that its supplier gave it. */
export function chargeReasonOf(cost: ShippingCost, locale: Locale = defaultLocale): ChargeReason {
  if (cost.kind !== 'BELOW_MINIMUM') return { name: cost.name }
  return { name: writeDocument(locale, 'below_minimum'), kind: cost.kind }
}

/** A code of UNTDID 7161: freight, or other services, because EN 16931 has none for an order that is too small. */
export function reasonCodeOf({ kind }: Pick<ChargeReason, 'kind'>): 'FC' | 'ADR' {
  return kind === 'BELOW_MINIMUM' ? 'ADR' : 'FC'
}
