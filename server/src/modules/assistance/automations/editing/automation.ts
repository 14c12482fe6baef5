import type { PriceLimits } from '#modules/orders'
import type { ConditionForm } from '../cel/form.ts'

/** What a rule does if its condition holds. */
export type Action =
  /** Posts the event, signed like a webhook delivery. */
  | { readonly type: 'call_url'; readonly url: string }
  /** Notifies the administrators of the company, by default in the product and by mail. */
  | {
      readonly type: 'notify'
      readonly subject: string
      readonly message: string
      readonly by?: readonly NoticeWay[]
    }
  /** Approves the order of the event, as the person who published the rule. */
  | { readonly type: 'approve_order' }
  /** Holds the order of the event until a person releases it. */
  | { readonly type: 'hold_order'; readonly reason: string }
  /** Accepts the proposal of the event within these limits, as the person who published the rule. */
  | ({
      readonly type: 'accept_proposal'
      readonly daysLater: number
      readonly mayBeFewer?: boolean
    } & Partial<PriceLimits>)
  /** Adds these items, or the items of the event, to the cart of the person who published the rule. */
  | { readonly type: 'add_to_cart'; readonly items?: readonly CartItem[] }
  /** Asks a language model about the event, as the person who published the rule. The answer is an event of its own. */
  | {
      readonly type: 'ask_model'
      readonly model: string
      readonly question: string
      /** JSON Schema. See `requestedSchemaOf`. */
      readonly schema: Readonly<Record<string, unknown>>
      /** Whether the provider keeps to the schema exactly. Not every schema allows that. */
      readonly strict?: boolean
      readonly maxTokens?: number
    }
  /** Asks the support desk about the record of the event, as the person who published the rule. */
  | {
      readonly type: 'create_ticket'
      readonly subject: string
      readonly message: string
      readonly priority?: TicketPriority
    }
  /** Writes a message to the ticket of the event, as the person who published the rule. */
  | { readonly type: 'reply_to_ticket'; readonly message: string }

/** Calls another service, so it runs outside of any transaction, and a dry run does not do it. */
export type CallingAction = Extract<Action, { type: 'call_url' | 'ask_model' }>

export const noticeWays = ['in_app', 'email'] as const
export type NoticeWay = (typeof noticeWays)[number]

export const ticketPriorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

/** Its quantity is as JSON has it, because the rule and the events are JSON. */
export type CartItem = { readonly productId: string; readonly quantity: number }

export type ActionType = Action['type']

/** True if the action is done in a person's name, with that person's present rights. */
export function isDoneAsPublisher({ type }: Pick<Action, 'type'>): boolean {
  return type !== 'call_url' && type !== 'notify'
}

export type Definition = {
  readonly eventType: string
  /** CEL. Empty: the rule always runs. */
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
  /** The version that runs while the automation is ACTIVE. */
  readonly published: Version | undefined
  /** The version that publishing would make run. */
  readonly draft: Version | undefined
  /** When the automation was paused because its runs failed. */
  readonly failingSince: Date | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As the client sends it: CEL, or the rows of a form. */
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
/** The highest rate of one rule, which is also the default. Further runs are held, and none is dropped. */
export const runsPerMinuteMax = 60
