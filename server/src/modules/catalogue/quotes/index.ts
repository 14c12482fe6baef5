export type { MatchedLine } from './quick-order/match-lines.ts'
export {
  MatchedLineView,
  MatchedProduct,
  viewMatchedLine,
  viewOffer,
} from './quick-order/match-schemas.ts'
export { orderLine, orderLinesOf } from './quick-order/order-lines.ts'
export type { LineQuote, QuoteItem, QuoteProblem } from './quote.ts'
export { QuoteView, viewQuote } from './quote-schemas.ts'
export { createQuoter, type Quoter } from './quoter.ts'
export { quotesModule } from './quotes-module.ts'
export { createQuotes, type Quotes } from './request-quotes.ts'
