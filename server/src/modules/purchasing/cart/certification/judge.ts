import type { Cart, CartChange, ChangeOutcome } from '../cart.ts'
import {
  type Certification,
  type CertificationFailure,
  observationsMax,
  type PracticeStep,
  practiceLines,
  stepOf,
} from './certification.ts'

/**
 * The rules of a practice cart, without a query: who may write, when the service changes the cart in between, and how a
 * certification advances.
 */

export type Decision =
  | { readonly act: 'APPLY'; readonly stepIn: boolean }
  /** The change is not the task of the step. Nothing is lost: the client may go on. */
  | { readonly act: 'REFUSE' }
  | { readonly act: 'FAIL'; readonly failure: CertificationFailure }

/** Decides before the client's change is applied. */
export function decideChange(
  certification: Certification,
  change: CartChange,
  cart: Cart,
): Decision {
  const { conflictOpen, refreshed } = certification
  if (certification.observed >= observationsMax)
    return { act: 'FAIL', failure: 'TOO_MANY_REQUESTS' }
  if (conflictOpen && !refreshed) return { act: 'FAIL', failure: 'OVERWROTE' }

  const step = stepOf(certification)
  if (!step || !isTask(step, change)) {
    return conflictOpen ? { act: 'FAIL', failure: 'GAVE_UP' } : { act: 'REFUSE' }
  }
  const isFresh = expectedOf(change) === currentVersion(cart, change)
  if (conflictOpen && !isFresh) return { act: 'FAIL', failure: 'STALE_RETRY' }
  return { act: 'APPLY', stepIn: isFresh && step.conflictsMade < step.conflictsDue }
}

/** Advances after the change. `cart` is the practice cart as it is then. */
export function advanceCertification(
  certification: Certification,
  { outcome, steppedIn, cart, now }: PracticeResult,
): Certification {
  const certificationNow = steppedIn ? withStep(certification, countConflict) : certification
  if (outcome.state === 'CONFLICT')
    return { ...certificationNow, conflictOpen: true, refreshed: false }
  if (outcome.state !== 'CHANGED') return certificationNow

  const withoutConflict = { ...certificationNow, conflictOpen: false, refreshed: false }
  const isComplete =
    stepOf(withoutConflict)?.task !== 'add_lines' || cart.lines.length >= practiceLines
  return isComplete ? completeStep(withoutConflict, cart, now) : withoutConflict
}

type PracticeResult = {
  readonly outcome: ChangeOutcome
  readonly steppedIn: boolean
  readonly cart: Cart
  readonly now: Date
}

export function failCertification(
  certification: Certification,
  failure: CertificationFailure,
  closedAt: Date,
): Certification {
  const withFailedStep = withStep(certification, (step) => ({ ...step, state: 'FAILED' }))
  return { ...withFailedStep, end: { state: 'FAILED', closedAt, failure } }
}

/** The client has read its practice cart: its next write can be fresh. */
export function markRefreshed(certification: Certification): Certification {
  return certification.conflictOpen ? { ...certification, refreshed: true } : certification
}

export function expectedOf(change: CartChange): number | undefined {
  if ('expectedItemVersion' in change) return change.expectedItemVersion
  return 'expectedSnapshotVersion' in change ? change.expectedSnapshotVersion : undefined
}

/** The version that the change has to expect. Undefined if it needs none, or if its line does not exist. */
export function currentVersion(cart: Cart, change: CartChange): number | undefined {
  if ('expectedSnapshotVersion' in change) return cart.snapshotVersion
  if (!('expectedItemVersion' in change)) return undefined
  return cart.lines.find((line) => line.id === change.itemId)?.itemVersion
}

function isTask(step: PracticeStep, change: CartChange): boolean {
  switch (step.task) {
    case 'add_lines':
      return change.kind === 'add_item'
    case 'change_quantity':
      return (
        change.kind === 'change_quantity' &&
        change.itemId === step.itemId &&
        change.quantity === step.quantity
      )
    case 'remove_line':
      return change.kind === 'remove_item' && change.itemId === step.itemId
    case 'clear_cart':
      return change.kind === 'clear'
  }
}

function completeStep(certification: Certification, cart: Cart, now: Date): Certification {
  const withPassedStep = withStep(certification, (step) => ({ ...step, state: 'PASSED' }))
  const next =
    stepOf(certification)?.task === 'add_lines' ? assignLines(withPassedStep, cart) : withPassedStep
  if (next.step < next.steps.length) return { ...next, step: next.step + 1 }
  return { ...next, end: { state: 'PASSED', closedAt: now } }
}

/** Assigns a line of its own to each task that concerns a line. */
function assignLines(certification: Certification, cart: Cart): Certification {
  const lines = [...cart.lines]
  const steps = certification.steps.map((step) => {
    if (step.task !== 'change_quantity' && step.task !== 'remove_line') return step
    return { ...step, itemId: lines.shift()?.id }
  })
  return { ...certification, steps }
}

function countConflict(step: PracticeStep): PracticeStep {
  return { ...step, conflictsMade: step.conflictsMade + 1 }
}

function withStep(
  certification: Certification,
  change: (step: PracticeStep) => PracticeStep,
): Certification {
  const steps = certification.steps.map((step) =>
    step.number === certification.step ? change(step) : step,
  )
  return { ...certification, steps }
}
