/** Reads products out of pages and feeds. It reads no files, so that a child process without rights can run it. */

export { addCounts, countedFields, refuseRead } from './field-counts.ts'
export type {
  CountedField,
  FieldCounts,
  FieldSource,
  FoundAttribute,
  FoundField,
  FoundPrice,
  FoundProduct,
  PageContents,
  PageProblem,
  ReadPageInput,
  SourceKind,
} from './found-product.ts'
export { normaliseAddress } from './links/normalise-address.ts'
export { readRobots } from './links/read-robots.ts'
export {
  type FieldPaths,
  fixableFields,
  fixedValueOf,
  type MappedField,
  type Mapping,
  mappedFields,
} from './own-xml/mapping.ts'
export { previewProducts } from './own-xml/preview-products.ts'
export type { ConfirmedMapping, ExampleItem, FileShape, ShownPath } from './own-xml/read-own-xml.ts'
export { type ReadPrice, readPrice } from './prices/read-price.ts'
export { type FeedProblem, type ReadFeedInput, readFeed } from './read-feed.ts'
export { pageBytesMax, readPage } from './read-page.ts'
export type { FoundAvailability } from './structured/availability.ts'
