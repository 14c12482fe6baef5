import type { ConditionForm } from './cel/form.ts'

/** What a rule does when its condition holds. */
export type Action =
  /** Posts the event, signed as webhooks are. */
  | { readonly type: 'call_url'; readonly url: string }
  /** Tells the administrators of the company, in the product and by mail where nothing else is said. */
  | {
      readonly type: 'notify'
      readonly subject: string
      readonly message: string
      readonly by?: readonly NoticeWay[]
    }
  /** Agrees to the order of the event, as the person who published the rule. */
  | { readonly type: 'approve_order' }
  /** Keeps the order of the event back until a person releases it. */
  | { readonly type: 'hold_order'; readonly reason: string }
  /** Puts these, or what the event tells of, into the cart of the person who published the rule. */
  | { readonly type: 'add_to_cart'; readonly items?: readonly CartItem[] }

export const noticeWays = ['in_app', 'email'] as const
export type NoticeWay = (typeof noticeWays)[number]

export type CartItem = { readonly productId: string; readonly quantity: number }

export type ActionType = Action['type']

/** Whether it is done in a person's name, with what that person may do when it is done. */
export function isDoneAsPublisher({ type }: Pick<Action, 'type'>): boolean {
  return type === 'approve_order' || type === 'hold_order' || type === 'add_to_cart'
}

export type Definition = {
  readonly eventType: string
  /** CEL. Empty: always. */
  readonly condition: string
  readonly actions: readonly Action[]
  readonly runsPerMinute: number
}

export type Version = Definition & {
  readonly version: number
  readonly createdAt: Date
  readonly publishedAt: Date | undefined
  readonly publishedBy: string | undefined
}

export type AutomationState = 'DRAFT' | 'ACTIVE' | 'PAUSED'

export type Automation = {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly state: AutomationState
  /** What runs while it is ACTIVE. */
  readonly published: Version | undefined
  /** What publishing would make run. */
  readonly draft: Version | undefined
  /** Since when it is paused because it only failed. */
  readonly failingSince: Date | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As it comes: CEL, or the rows of a form. */
export type ConditionInput = string | ConditionForm

export type DefinitionInput = {
  readonly eventType: string
  readonly condition: ConditionInput
  readonly actions: readonly Action[]
  readonly runsPerMinute: number
}

export const automationsMax = 50
export const actionsMax = 10
export const cartItemsMax = 100
/** Of one rule. More are held, and nothing is dropped. */
export const runsPerMinuteMax = 60
