/** How a product is taxed. It is `standard` unless the product or its category says otherwise. */
export const ratedClasses = [
  'standard',
  'reduced',
  'reduced_low',
  'super_reduced',
  'parking',
] as const

/** A class that has its own rate in at least one country. */
export type RatedClass = (typeof ratedClasses)[number]

export const taxClasses = [...ratedClasses, 'zero', 'exempt'] as const

export type TaxClass = (typeof taxClasses)[number]

export function isRated(taxClass: TaxClass): taxClass is RatedClass {
  return taxClass !== 'zero' && taxClass !== 'exempt'
}
