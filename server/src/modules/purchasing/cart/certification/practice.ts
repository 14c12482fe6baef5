import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { oneUnit } from '#kernel/quantity'
import type { Database, Tx } from '#platform/db'
import type { Cart, CartChange, ChangeOutcome } from '../cart.ts'
import { applyChange } from '../changing/change-store.ts'
import { fail } from '../failures.ts'
import { findCart } from '../store.ts'
import {
  type Certification,
  type CertificationFailure,
  type Observation,
  observationsMax,
  practiceOwner,
} from './certification.ts'
import { holdCertification, updateCertification } from './certification-store.ts'
import { type Clients, clientOf } from './client.ts'
import { markValidated } from './contract-store.ts'
import {
  advanceCertification,
  currentVersion,
  decideChange,
  expectedOf,
  failCertification,
  markRefreshed,
} from './judge.ts'

export type PracticeDeps = {
  readonly database: Database
  readonly clients: Clients
  readonly now: () => Date
}

/** A refusal is a returned result here: a thrown failure would roll back the observations, which must be kept. */
type PracticeOutcome = { readonly outcome: ChangeOutcome } | { readonly refusal: Failure }

/**
 * A change of a practice cart. If its step is due for a conflict, the service changes the cart first, as another user
 * of the cart would: the client's version was right when it was sent, and is stale when it arrives.
 */
export async function changePracticeCart(
  deps: PracticeDeps,
  actor: Actor,
  certificationId: string,
  change: CartChange,
): Promise<ChangeOutcome> {
  const now = deps.now()
  const result = await onPracticeCart(deps, actor, certificationId, now, async (practice) => {
    const decision = decideChange(practice.certification, change, practice.cart)
    const observationWith = observe(practice, change, now)
    if (decision.act === 'FAIL')
      return closeFailed(practice, decision.failure, [observationWith('FAILED')], now)
    if (decision.act === 'REFUSE') {
      const step = practice.certification.step
      await updateCertification(practice.tx, practice.certification, [observationWith('OFF_TASK')])
      return { refusal: fail('practice_off_task', { certificationId, step }) }
    }
    return applyAndAdvance(practice, change, decision.stepIn, now)
  })
  if ('refusal' in result) throw result.refusal
  if (result.passed) deps.clients.forget(actor)
  return result.outcome
}

/** A read of a practice cart: from now on the client can know the current version. */
export async function notePracticeRead(
  deps: PracticeDeps,
  actor: Actor,
  certificationId: string,
): Promise<void> {
  const now = deps.now()
  const client = clientOf(actor)
  await deps.database.transaction(async (tx) => {
    const key = { companyId: actor.companyId, clientId: client ?? '', id: certificationId }
    const certification = client && (await holdCertification(tx, key))
    if (!certification) throw fail('certification_not_found', { certificationId })
    // Reading the cart after the end has no effect.
    if (certification.end.state !== 'OPEN') return
    const observation = {
      ...emptyObservation(certification, now),
      operation: 'read_cart',
      outcome: 'READ',
    }
    const next =
      certification.observed >= observationsMax
        ? failCertification(certification, 'TOO_MANY_REQUESTS', now)
        : markRefreshed(certification)
    await updateCertification(tx, next, [observation])
  })
}

/** A client that changes without an expected version breaks the contract, whatever else it does. */
export async function failPractice(
  deps: PracticeDeps,
  actor: Actor,
  certificationId: string,
  failure: CertificationFailure,
): Promise<void> {
  const now = deps.now()
  await onPracticeCart(deps, actor, certificationId, now, (practice) => {
    const observation = {
      ...emptyObservation(practice.certification, now),
      operation: failure,
      outcome: 'FAILED',
    }
    return closeFailed(practice, failure, [observation], now)
  })
}

type HeldPractice = { readonly tx: Tx; readonly certification: Certification; readonly cart: Cart }

type ChangeResult = PracticeOutcome & { readonly passed?: boolean }

/** Locks the certification during one request. Refuses a certification that is closed or overdue. */
async function onPracticeCart(
  { database }: PracticeDeps,
  actor: Actor,
  certificationId: string,
  now: Date,
  work: (practice: HeldPractice) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const client = clientOf(actor)
  if (!client) return { refusal: fail('certification_not_found', { certificationId }) }
  const key = { companyId: actor.companyId, clientId: client, id: certificationId }
  return database.transaction(async (tx) => {
    const certification = await holdCertification(tx, key)
    if (!certification) return { refusal: fail('certification_not_found', { certificationId }) }
    if (certification.end.state !== 'OPEN') return { refusal: certificationClosed(certification) }

    const cart = await findCart(tx, practiceOwner(certification))
    assert(cart, `certification ${certificationId} is open and has no cart`)
    const practice = { tx, certification, cart }
    if (now < certification.deadlineAt) return work(practice)
    return closeFailed(practice, 'DEADLINE_PASSED', [], certification.deadlineAt)
  })
}

async function applyAndAdvance(
  practice: HeldPractice,
  change: CartChange,
  stepIn: boolean,
  now: Date,
): Promise<ChangeResult> {
  const { tx, certification, cart } = practice
  const owner = practiceOwner(certification)
  const observations: Observation[] = []
  if (stepIn) observations.push(await changeUnderneath(practice, change, now))

  const outcome = await applyChange(tx, owner, change, now)
  const after = (await findCart(tx, owner)) ?? cart
  observations.push(observe({ ...practice, cart: after }, change, now, cart)(outcome.state))
  const next = advanceCertification(certification, { outcome, steppedIn: stepIn, cart: after, now })
  await updateCertification(tx, next, observations)
  const isPassed = next.end.state === 'PASSED'
  if (isPassed) await markValidated(tx, next, now)
  return { outcome, passed: isPassed }
}

/** The line that the client means to change, or the first one if it means the whole cart. */
async function changeUnderneath(
  { tx, certification, cart }: HeldPractice,
  change: CartChange,
  now: Date,
): Promise<Observation> {
  const itemId = 'itemId' in change ? change.itemId : undefined
  const line = cart.lines.find(({ id }) => id === itemId) ?? cart.lines[0]
  assert(line, 'a step that is due for a conflict has a line to change')
  const outcome = await applyChange(
    tx,
    practiceOwner(certification),
    {
      kind: 'change_quantity',
      itemId: line.id,
      quantity: line.quantity + oneUnit,
      expectedItemVersion: line.itemVersion,
    },
    now,
  )
  assert(outcome.state === 'CHANGED', 'nobody else changes a practice cart whose row is held')
  return {
    ...emptyObservation(certification, now),
    operation: 'service_change',
    currentVersion: itemId ? line.itemVersion + 1 : outcome.snapshotVersion,
    outcome: 'CHANGED',
  }
}

async function closeFailed(
  { tx, certification }: HeldPractice,
  failure: CertificationFailure,
  observations: readonly Observation[],
  closedAt: Date,
): Promise<ChangeResult> {
  const failedCertification = failCertification(certification, failure, closedAt)
  await updateCertification(tx, failedCertification, observations)
  return { refusal: certificationClosed(failedCertification) }
}

function certificationClosed({ id, end }: Certification): Failure {
  const failure = end.state === 'FAILED' ? { failure: end.failure } : {}
  return fail('certification_closed', { certificationId: id, state: end.state, ...failure })
}

/** The version that the client sent, and the one that it had to expect: that of `before` if it is given. */
function observe(
  { certification, cart }: HeldPractice,
  change: CartChange,
  now: Date,
  before?: Cart,
) {
  return (outcome: string): Observation => ({
    ...emptyObservation(certification, now),
    operation: change.kind,
    expectedVersion: expectedOf(change),
    currentVersion: currentVersion(outcome === 'CHANGED' && before ? before : cart, change),
    outcome,
  })
}

function emptyObservation(
  { step }: Certification,
  seenAt: Date,
): Pick<Observation, 'step' | 'seenAt' | 'expectedVersion' | 'currentVersion'> {
  return { step, seenAt, expectedVersion: undefined, currentVersion: undefined }
}
