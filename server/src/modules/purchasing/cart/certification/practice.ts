import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
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
import { advance, currentVersion, decide, expectedOf, failed, refreshed } from './judge.ts'

export type PracticeDeps = {
  readonly database: Database
  readonly clients: Clients
  readonly now: () => Date
}

/** A refusal is a returned result here: a thrown failure would roll back the observations, which must be kept. */
type Practised = { readonly outcome: ChangeOutcome } | { readonly refusal: Failure }

/**
 * A change of a practice cart. If its step is due for a conflict, the service changes the cart first, as another user
 * of the cart would: the client's version was right when it was sent, and is stale when it arrives.
 */
export async function practise(
  deps: PracticeDeps,
  actor: Actor,
  certificationId: string,
  change: CartChange,
): Promise<ChangeOutcome> {
  const now = deps.now()
  const done = await onPracticeCart(deps, actor, certificationId, now, async (held) => {
    const decision = decide(held.certification, change, held.cart)
    const seen = observe(held, change, now)
    if (decision.act === 'FAIL') return closeFailed(held, decision.failure, [seen('FAILED')], now)
    if (decision.act === 'REFUSE') {
      const step = held.certification.step
      await updateCertification(held.tx, held.certification, [seen('OFF_TASK')])
      return { refusal: fail('practice_off_task', { certificationId, step }) }
    }
    return applyAndAdvance(held, change, decision.stepIn, now)
  })
  if ('refusal' in done) throw done.refusal
  if (done.passed) deps.clients.forget(actor)
  return done.outcome
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
    const read = { ...blank(certification, now), operation: 'read_cart', outcome: 'READ' }
    const next =
      certification.observed >= observationsMax
        ? failed(certification, 'TOO_MANY_REQUESTS', now)
        : refreshed(certification)
    await updateCertification(tx, next, [read])
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
  await onPracticeCart(deps, actor, certificationId, now, (held) => {
    const seen = { ...blank(held.certification, now), operation: failure, outcome: 'FAILED' }
    return closeFailed(held, failure, [seen], now)
  })
}

type Held = { readonly tx: Tx; readonly certification: Certification; readonly cart: Cart }

type Applied = Practised & { readonly passed?: boolean }

/** Locks the certification during one request. Refuses a certification that is closed or overdue. */
async function onPracticeCart(
  { database }: PracticeDeps,
  actor: Actor,
  certificationId: string,
  now: Date,
  work: (held: Held) => Promise<Applied>,
): Promise<Applied> {
  const client = clientOf(actor)
  if (!client) return { refusal: fail('certification_not_found', { certificationId }) }
  const key = { companyId: actor.companyId, clientId: client, id: certificationId }
  return database.transaction(async (tx) => {
    const certification = await holdCertification(tx, key)
    if (!certification) return { refusal: fail('certification_not_found', { certificationId }) }
    if (certification.end.state !== 'OPEN') return { refusal: closed(certification) }

    const cart = await findCart(tx, practiceOwner(certification))
    assert(cart, `certification ${certificationId} is open and has no cart`)
    const held = { tx, certification, cart }
    if (now < certification.deadlineAt) return work(held)
    return closeFailed(held, 'DEADLINE_PASSED', [], certification.deadlineAt)
  })
}

async function applyAndAdvance(
  held: Held,
  change: CartChange,
  stepIn: boolean,
  now: Date,
): Promise<Applied> {
  const { tx, certification, cart } = held
  const owner = practiceOwner(certification)
  const seen: Observation[] = []
  if (stepIn) seen.push(await changeUnderneath(held, change, now))

  const outcome = await applyChange(tx, owner, change, now)
  const after = (await findCart(tx, owner)) ?? cart
  seen.push(observe({ ...held, cart: after }, change, now, cart)(outcome.state))
  const next = advance(certification, { outcome, steppedIn: stepIn, cart: after, now })
  await updateCertification(tx, next, seen)
  const passed = next.end.state === 'PASSED'
  if (passed) await markValidated(tx, next, now)
  return { outcome, passed }
}

/** The line that the client means to change, or the first one if it means the whole cart. */
async function changeUnderneath(
  { tx, certification, cart }: Held,
  change: CartChange,
  now: Date,
): Promise<Observation> {
  const meant = 'itemId' in change ? change.itemId : undefined
  const line = cart.lines.find(({ id }) => id === meant) ?? cart.lines[0]
  assert(line, 'a step that is due for a conflict has a line to change')
  const outcome = await applyChange(
    tx,
    practiceOwner(certification),
    {
      kind: 'change_quantity',
      itemId: line.id,
      quantity: line.quantity + 1,
      expectedItemVersion: line.itemVersion,
    },
    now,
  )
  assert(outcome.state === 'CHANGED', 'nobody else changes a practice cart whose row is held')
  return {
    ...blank(certification, now),
    operation: 'service_change',
    currentVersion: meant ? line.itemVersion + 1 : outcome.snapshotVersion,
    outcome: 'CHANGED',
  }
}

async function closeFailed(
  { tx, certification }: Held,
  failure: CertificationFailure,
  seen: readonly Observation[],
  closedAt: Date,
): Promise<Applied> {
  const ended = failed(certification, failure, closedAt)
  await updateCertification(tx, ended, seen)
  return { refusal: closed(ended) }
}

function closed({ id, end }: Certification): Failure {
  const failure = end.state === 'FAILED' ? { failure: end.failure } : {}
  return fail('certification_closed', { certificationId: id, state: end.state, ...failure })
}

/** What the client sent, and the version that it had to expect: the version of `before` if that is given. */
function observe({ certification, cart }: Held, change: CartChange, now: Date, before?: Cart) {
  return (outcome: string): Observation => ({
    ...blank(certification, now),
    operation: change.kind,
    expectedVersion: expectedOf(change),
    currentVersion: currentVersion(outcome === 'CHANGED' && before ? before : cart, change),
    outcome,
  })
}

function blank(
  { step }: Certification,
  seenAt: Date,
): Pick<Observation, 'step' | 'seenAt' | 'expectedVersion' | 'currentVersion'> {
  return { step, seenAt, expectedVersion: undefined, currentVersion: undefined }
}
