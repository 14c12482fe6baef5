/** What a feed says of an article for visitors of a shop. Imports do not read it. */
const shownNames = [
  'link',
  'availability',
  'salePrice',
  'salePeriod',
  // A price with tax, beside or in place of the price.
  'grossPrice',
  // `net` or `gross`: what the source says of the tax in the price.
  'tax',
] as const

export type ShownFields = Partial<Readonly<Record<(typeof shownNames)[number], string>>>
