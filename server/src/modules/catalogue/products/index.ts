export {
  type AgreedProductIds,
  addAgreedProduct,
  endAgreedProduct,
} from './agreements/agreed-product.ts'
export { priceOfDocument } from './agreements/agreed-sql.ts'
export type { NewPriceList } from './agreements/change-price-lists.ts'
export type { Contract } from './agreements/contract.ts'
export {
  type AnswerUnderTerms,
  createTerms,
  noteUnitMoved,
  type TermsOf,
  termsChanged,
} from './agreements/create-terms.ts'
export { listKnownCategories } from './agreements/price-list-store.ts'
export type { EntryDraft } from './agreements/put-entries.ts'
export { type Agreements, createAgreements } from './agreements/service.ts'
export type { AgreedList, Terms } from './agreements/terms.ts'
export { arrayLiteral } from './array-literal.ts'
export {
  hasOwnRestrictions,
  type Restrictions,
  visibleDocument,
} from './assortments/visible-sql.ts'
export type { Attribute } from './attribute.ts'
export { brandKey, brandKeys } from './brand-sql.ts'
export { listCategoryPaths } from './categories/category-store.ts'
export { findCategoryId } from './categories/find-category.ts'
export type { NewProduct } from './change-products.ts'
export {
  type Changes,
  createChanges,
  documents,
  kinds,
  type Moment,
  termsTopic,
} from './changes/changes.ts'
export { checkReadings, isSnapshot, type TopicReading } from './changes/changes-store.ts'
export { createExactCache, type ExactCache } from './changes/exact-cache.ts'
export { markSupplierClosed } from './close-supplier.ts'
export {
  brandData,
  listPriceData,
  ProductCreated,
  ProductDiscontinued,
  ProductPriceChanged,
  ProductStockChanged,
  ProductUpdated,
  priceBeforeData,
  tiersData,
} from './events.ts'
export { productExample } from './examples.ts'
export {
  type ExternalOffer,
  ExternalOfferState,
  ExternalOfferView,
  externalOfferExample,
} from './external/external-offer.ts'
export { productNotFound } from './failures.ts'
export { BrandView, viewBrand } from './fields/brand.ts'
export {
  type Identifier,
  type IdentifierQuery,
  identifierQuery,
  identifiersOf,
  identifierVariants,
  normalIdentifier,
  typedIdentifiers,
} from './identifiers/identifiers.ts'
export {
  type IdentifiedProduct,
  type IdentifierHit,
  listIdentified,
  listIdentifierHits,
  listNearest,
} from './identifiers/match-store.ts'
export {
  createIdentifierWriter,
  deleteIdentifiers,
} from './identifiers/write-identifiers-store.ts'
export type { Indexable, SearchIndex } from './indexable.ts'
export {
  defaultLanguage,
  languageMark,
  type ReadingLanguage,
  readingOf,
} from './language.ts'
export { listCatalogNames, listCategoriesBelow, listProductsOf } from './owned-store.ts'
export {
  findPictured,
  listPictured,
  type Pictured,
  setPictureVersion,
} from './pictures/picture-store.ts'
export { pictureVersionOf } from './pictures/picture-version.ts'
export {
  orderQuantities,
  prices,
  shownConversion,
  viewOrderQuantities,
  viewPrices,
} from './price-schemas.ts'
export {
  type AddressOfImage,
  type Availability,
  availabilityAt,
  availabilityStatuses,
  type BackorderRoom,
  type Category,
  convertUnitPrice,
  covers,
  minQuantityOf,
  type Product,
  type ProductState,
  pricingIn,
  quantitySold,
  unitPriceAt,
} from './product.ts'
export {
  insertCategories,
  insertCurrencies,
  insertProducts,
  listCurrencies,
  nameCategories,
  type ProductDraft,
  upsertSuppliers,
} from './product-store.ts'
export {
  noTexts,
  type ProductText,
  type ProductTexts,
} from './product-texts.ts'
export { productsModule } from './products-module.ts'
export { type RateDeps, type RatesRequest, tableInto } from './rate-table.ts'
export { assertCurrencyKnown, readCountry, readCurrency } from './read-codes.ts'
export type { Substitute } from './reading/find-substitute.ts'
export { type Offer, readOffers } from './reading/offer-store.ts'
export { createProductReader, type ProductReader } from './reading/product-reader.ts'
export { shownLanguage, shownName } from './reading/shown-text-sql.ts'
export { FxMeta, ProductView, viewAvailability, viewFx, viewProduct } from './schemas.ts'
export { createProducts, type Products } from './service.ts'
export type { Servable } from './stock/backorder-store.ts'
export {
  hasStatus,
  isDispatchedWithin,
  type SaleStatus,
  saleStatuses,
} from './stock/stock-filter-sql.ts'
export {
  isAnySuperseded,
  listSuccessors,
  noteSuperseded,
  type Superseded,
} from './superseded-store.ts'
export { type Suppliers, scopeOf, supplierFor } from './supplier-of.ts'
export {
  listWholeProducts,
  lockProductsById,
  lockProductsBySku,
  replaceTiersOf,
  setStock,
  updatePrices,
  updateWholeProducts,
  type WholeProduct,
} from './whole-product-store.ts'
