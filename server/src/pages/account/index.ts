export { type ApprovalPage, approvalPage, type ShownApproval } from './approval-page.ts'
export {
  conditionFlags,
  type RuleNames,
  type ShownRule,
} from './approval-rule.ts'
export { approvalRulePage, approvalRulesPage } from './approval-rule-pages.ts'
export {
  type CartPage,
  cartPage,
  cartsPage,
  type ListedCart,
  type ShownCart,
} from './cart-pages.ts'
export { quantityField } from './change-form.ts'
export {
  changeableLines,
  type ShownAddress,
  type ShownChangeRequest,
} from './change-requests.ts'
export {
  type CallOff,
  contractPage,
  contractsPage,
  type ShownContract,
  type ShownQuotas,
} from './contract-pages.ts'
export {
  accountPasskeyPage,
  codePage,
  forgotPasswordPage,
  type InvitationPage,
  invitationPage,
  mailedCodePage,
  resetPasswordPage,
  resetSentPage,
  signInAddress,
  signInPage,
} from './entrance-pages.ts'
export type { Viewer } from './layout.ts'
export type { ShownAllocation } from './line-distinction.ts'
export { type OfferPage, offerPage, type ShownOfferRequest } from './offer-page.ts'
export {
  leftOf,
  type NegotiatedPrice,
  type OrderPage,
  orderPage,
  type ShownOrder,
} from './order-page.ts'
export { type HomePage, homePage, notFoundPage, problemPage } from './plain-pages.ts'
export type { ShownProposal } from './proposals.ts'
export {
  type ListedRequisition,
  requisitionPage,
  requisitionsPage,
  type ShownRequisition,
} from './requisition-pages.ts'
export {
  codeLists,
  codesTextMax,
  hasApprovers,
  type RuleForm,
  ruleStepsMax,
  stepField,
  valuesOf,
} from './rule-form.ts'
export {
  type ListedStandingOrder,
  type ShownStandingOrder,
  standingOrderPage,
  standingOrdersPage,
} from './standing-order-pages.ts'
export { accountStyles } from './styles.ts'
export { type TicketPage, ticketPage } from './ticket-page.ts'
export { tokenScript } from './token-script.ts'
export { type AccountWords, accountWords } from './words.ts'
