/** What a product is for the tax. Where neither the product nor its category says, it is `standard`. */
export const ratedClasses = [
  'standard',
  'reduced',
  'reduced_low',
  'super_reduced',
  'parking',
] as const

/** A class with a rate of its own in some country. */
export type RatedClass = (typeof ratedClasses)[number]

export const taxClasses = [...ratedClasses, 'zero', 'exempt'] as const

export type TaxClass = (typeof taxClasses)[number]

export function isRated(taxClass: TaxClass): taxClass is RatedClass {
  return taxClass !== 'zero' && taxClass !== 'exempt'
}
