import type { Id } from '#kernel/id'
import { numberOf, type Quantity } from '#kernel/quantity'
import { minutesMs } from '#kernel/time'
import type { CartOwner } from '../cart.ts'

/** The rules of expected versions, as a contract that clients are tested against. */
export const contract = { name: 'cart-concurrency', version: 1 } as const
export const contractLabel = `${contract.name}/${contract.version}`

export const certificationMs = minutesMs(15)
export const certificationsPerDayMax = 50
/** Far more than a client needs: a client that loops without end stops here. */
export const observationsMax = 200
export const practiceLines = 3

export type PracticeTask = 'add_lines' | 'change_quantity' | 'remove_line' | 'clear_cart'

export type PracticeStep = {
  readonly number: number
  readonly task: PracticeTask
  /** Undefined until the practice cart has its lines, and for tasks that concern no single line. */
  readonly itemId: string | undefined
  readonly quantity: Quantity | undefined
  /** How often the service changes the cart between the client's read and its write. */
  readonly conflictsDue: number
  readonly conflictsMade: number
  readonly state: 'WAITING' | 'PASSED' | 'FAILED'
}

/**
 * `OVERWROTE`: the client wrote again after a conflict without reading first. `STALE_RETRY`: it read, but wrote with
 * the old version.
 */
export type CertificationFailure =
  | 'OVERWROTE'
  | 'STALE_RETRY'
  | 'GAVE_UP'
  | 'VERSION_MISSING'
  | 'DEADLINE_PASSED'
  | 'ABANDONED'
  | 'TOO_MANY_REQUESTS'

export type CertificationEnd =
  | { readonly state: 'OPEN' }
  | { readonly state: 'PASSED'; readonly closedAt: Date }
  | { readonly state: 'FAILED'; readonly closedAt: Date; readonly failure: CertificationFailure }

export type Certification = {
  readonly id: Id<'cert'>
  readonly companyId: Id<'co'>
  readonly clientId: string
  readonly version: number
  readonly openedAt: Date
  readonly deadlineAt: Date
  /** The number of the current step. */
  readonly step: number
  readonly steps: readonly PracticeStep[]
  /** The client has met a conflict and has not yet completed its change. */
  readonly conflictOpen: boolean
  /** The client has read the cart since that conflict. */
  readonly refreshed: boolean
  readonly observed: number
  readonly end: CertificationEnd
}

/** One observation on the practice cart. `service_change` is a change by the service. */
export type Observation = {
  readonly step: number
  readonly operation: string
  readonly expectedVersion: number | undefined
  readonly currentVersion: number | undefined
  readonly outcome: string
  readonly seenAt: Date
}

type ScriptStep = Pick<PracticeStep, 'task' | 'quantity' | 'conflictsDue'>

const script: readonly ScriptStep[] = [
  { task: 'add_lines', quantity: undefined, conflictsDue: 0 },
  { task: 'change_quantity', quantity: 7_000n, conflictsDue: 1 },
  { task: 'change_quantity', quantity: 9_000n, conflictsDue: 2 },
  { task: 'remove_line', quantity: undefined, conflictsDue: 1 },
  { task: 'clear_cart', quantity: undefined, conflictsDue: 1 },
]

export function practiceSteps(): PracticeStep[] {
  return script.map((step, index) => ({
    ...step,
    number: index + 1,
    itemId: undefined,
    conflictsMade: 0,
    state: 'WAITING',
  }))
}

/** A practice cart is a cart like any other, but its certification owns it: no checkout ever finds it. */
export function practiceOwner(certification: {
  readonly companyId: Id<'co'>
  readonly id: string
}): CartOwner {
  return { companyId: certification.companyId, ownerId: certification.id }
}

export function stepOf(certification: Certification): PracticeStep | undefined {
  return certification.steps.find((step) => step.number === certification.step)
}

/** The task of the client, as a sentence. */
export function describeTask({ task, itemId, quantity }: PracticeStep): string {
  const line = itemId ?? 'named here once the cart has its lines'
  switch (task) {
    case 'add_lines':
      return `Add ${practiceLines} different products to the cart.`
    case 'change_quantity':
      return `Set the quantity of the line (${line}) to ${quantity && numberOf(quantity)}.`
    case 'remove_line':
      return `Remove the line (${line}).`
    case 'clear_cart':
      return 'Clear the cart.'
  }
}

/** The expected behaviour of the client, as a sentence. */
export function describeExpected({ conflictsDue }: PracticeStep): string {
  if (conflictsDue === 0) return 'The change is accepted.'
  const times = conflictsDue === 1 ? 'one conflict' : `${conflictsDue} conflicts in a row`
  return `The change meets ${times} (409 cart.version_conflict). After each, the cart is read and the change sent again with the version just read, until it is accepted.`
}
