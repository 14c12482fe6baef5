import type { ConditionForm } from './cel/form.ts'

/** What a rule does when its condition holds. */
export type Action =
  /** Posts the event, signed as webhooks are. */
  | { readonly type: 'call_url'; readonly url: string }
  /** Mails the administrators of the company. */
  | { readonly type: 'notify'; readonly subject: string; readonly message: string }

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
/** Of one rule. More are held, and nothing is dropped. */
export const runsPerMinuteMax = 60
