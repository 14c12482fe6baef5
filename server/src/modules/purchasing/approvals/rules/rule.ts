import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

/** The default time of a rule. */
export const standardTimeoutHours = 72

/** Six days. A card payment is held for seven. */
export const timeoutHoursMax = 144

export const stepModes = ['ANY', 'ALL'] as const

/** The approvers, and whether the approval of one of them is enough. */
export type ApprovalStep = {
  readonly mode: (typeof stepModes)[number]
  readonly people: readonly string[]
  /** In addition to the people, or instead: everybody who has the role when the step is decided. */
  readonly role: 'approver' | undefined
  /** Its approvers may lower quantities and remove lines before they decide. Absent: they may not. */
  readonly mayReduce?: true | undefined
}

/** All given conditions must hold. Without conditions the rule applies to every order. */
export type Conditions = {
  /** The total of the order is at least this, converted if it is in another currency. */
  readonly amountFrom: Money | undefined
  /** At least one line is in one of these categories, or below one. */
  readonly categoryIds: readonly string[]
  /** At least one line, or the order, is for one of these. */
  readonly costCenters: readonly string[]
  /** At least one line is for one of these, as of the projects. */
  readonly glAccounts: readonly string[]
  readonly projects: readonly string[]
  readonly requesterIds: readonly string[]
  readonly requesterRoles: readonly Role[]
  /** At least one line is from one of these suppliers. */
  readonly supplierIds: readonly string[]
  /** The person who ordered belongs to one of these units, or to a unit below one. */
  readonly unitIds: readonly string[]
  /** At least one line is from a supplier from whom the company has bought nothing yet. */
  readonly firstOrderFromSupplier: boolean
  /** The price of at least one line is above the last one that the company paid for the product. */
  readonly aboveLastPrice: boolean
  /** At least one line is bought past a frame contract with another supplier. */
  readonly offContract: boolean
  /** At least one line said in words what is needed, in the requisition that became the order. */
  readonly freeTextLines: boolean
}

export type ApprovalRule = {
  readonly id: Id<'apr'>
  readonly companyId: Id<'co'>
  readonly name: string
  /** The rule with the smallest position asks first. */
  readonly position: number
  readonly conditions: Conditions
  readonly steps: readonly ApprovalStep[]
  /** Without a decision by then the order ends. Shorter than a card's hold. */
  readonly timeoutHours: number
  /** Approvers who have not decided after this time are reminded. Default: after a third of the time. */
  readonly remindAfterHours: number | undefined
  /** Administrators get a mail after this time, and may decide. Default: after two thirds of the time. */
  readonly escalateAfterHours: number | undefined
}

/** The parts of an order that rules read. */
export type OrderFacts = {
  readonly companyId: Id<'co'>
  readonly requesterId: string
  readonly requesterRoles: ReadonlySet<Role>
  readonly total: Money
  readonly costCenters: ReadonlySet<string>
  readonly glAccounts: ReadonlySet<string>
  readonly projects: ReadonlySet<string>
  /** The categories of the lines, with all their parents. */
  readonly categoryIds: ReadonlySet<string>
  readonly supplierIds: ReadonlySet<string>
  /** The unit of the requester, with all units above it. */
  readonly unitIds: ReadonlySet<string>
  /** The suppliers from whom the company has bought nothing yet. */
  readonly newSupplierIds: ReadonlySet<string>
  /** The lines above the last price, as `product price`. */
  readonly raisedPrices: ReadonlySet<string>
  /** The products that are bought past a frame contract. */
  readonly offContractProducts: ReadonlySet<string>
  /** The products that were found for lines of a requisition that said in words what is needed, as `product price proofs`. */
  readonly freeTextProducts: ReadonlySet<string>
}

/** A field of an order that a step depends on. `content`: everything that the content hash covers. */
export type ReadField =
  | 'total'
  | 'categories'
  | 'costCenters'
  | 'glAccounts'
  | 'projects'
  | 'requester'
  | 'suppliers'
  | 'units'
  | 'newSuppliers'
  | 'raisedPrices'
  | 'offContractProducts'
  | 'freeTextProducts'
  | 'content'
