import { type Actor, may } from '#kernel/actor'
import { type Quantity, quantityOf, readQuantity } from '#kernel/quantity'
import { noHigherPrice } from '#modules/orders'
import { recordAudit } from '#platform/audit'
import type { Conn, Tx } from '#platform/db'
import type { LoggedEvent } from '#platform/outbox'
import type { Deps } from '../deps.ts'
import type { Action, CartItem } from '../editing/automation.ts'
import type { Output } from '../running/run.ts'
import { ActionFailed } from './action-failed.ts'
import type { Doing, Done, OpenStep } from './open-step.ts'

/*
 * Actions in the name of the person who published the running version: with that person's present roles, and by the
 * rules for people. The audit log records them as this person's, with the run.
 */

/** Votes as the publisher. Nobody can approve their own order this way either. */
export async function approveOrder(deps: Deps, tx: Tx, step: OpenStep, now: Date): Promise<Done> {
  const publisher = await publisherOf(deps, tx, step)
  const orderId = step.event.entity.id
  const input = { orderId, note: noteOf(step) }
  const agreed = await deps.fulfilment.agreeWithin(tx, publisher, input, now)
  if (agreed.outcome === 'not_waiting') {
    return { output: { action: 'approve_order', ...agreed } }
  }
  const { request, isLast } = agreed
  const output = { action: 'approve_order', outcome: 'agreed', approvalId: request.id, isLast }
  recordAction(tx, publisher, step, output, now)
  if (!isLast) return { output }
  return { output, afterwards: () => deps.fulfilment.tryToContinueRequest(request) }
}

export async function holdOrder(
  deps: Deps,
  tx: Tx,
  step: OpenStep,
  reason: string,
  now: Date,
): Promise<Done> {
  const publisher = await publisherOf(deps, tx, step)
  const input = { orderId: step.event.entity.id, reason }
  const kept = await deps.fulfilment.holdOrderWithin(tx, publisher, input, now)
  const output = { action: 'hold_order', ...kept }
  if (kept.outcome === 'held') recordAction(tx, publisher, step, output, now)
  return { output }
}

/** Accepts what a supplier proposes, if all of it is within the limits. What goes beyond waits for people. */
export async function acceptProposal(
  deps: Deps,
  tx: Tx,
  step: OpenStep,
  { type, ...limits }: Extract<Action, { type: 'accept_proposal' }>,
  now: Date,
): Promise<Done> {
  const publisher = await publisherOf(deps, tx, step)
  const { proposalId } = step.event.data as { readonly proposalId: string }
  const input = {
    orderId: step.event.entity.id,
    proposalId,
    limits: { ...noHigherPrice, mayBeFewer: false, ...limits },
    note: noteOf(step),
  }
  const accepted = await deps.fulfilment.acceptProposalWithin(tx, publisher, input, now)
  const output = { action: type, proposalId, ...accepted }
  if (accepted.outcome === 'accepted') recordAction(tx, publisher, step, output, now)
  return { output }
}

/** Prices are looked up before the transaction; the lines, the step and the audit entry are written in it. */
export async function addToCart(
  deps: Deps,
  step: OpenStep,
  items: readonly CartItem[] | undefined,
): Promise<Doing> {
  const reader = await publisherOf(deps, deps.database.pool, step)
  const put = await deps.carts.preparePut(reader, items?.map(readQuantity) ?? linesOf(step.event))
  return async (tx, now) => {
    const publisher = await publisherOf(deps, tx, step)
    const { added, notAdded } = await put(tx, now)
    const refused = notAdded.filter(({ failure }) => failure.code !== 'cart.item_exists')
    const [first] = refused
    if (added === 0 && first) {
      throw new ActionFailed(`${first.failure.code}: nothing could be put into the cart.`, true)
    }
    const left = notAdded.map(({ item, failure }) => ({
      productId: item.productId,
      code: failure.code,
    }))
    const output = { action: 'add_to_cart', cartOf: publisher.id, added, notAdded: left }
    if (added > 0) recordAction(tx, publisher, step, { action: 'add_to_cart', added }, now)
    return { output }
  }
}

/** The ticket is about the record of the event, where a ticket can be about such a record and the company may see it. */
export async function createTicket(
  deps: Deps,
  step: OpenStep,
  { subject, message, priority }: Extract<Action, { type: 'create_ticket' }>,
): Promise<Doing> {
  const { type, id } = step.event.entity
  const reader = await publisherOf(deps, deps.database.pool, step)
  const open = await deps.tickets.readyToOpen(reader, { subject, message, priority }, { type, id })
  return async (tx, now) => {
    const publisher = await publisherOf(deps, tx, step)
    const { id: ticketId } = await open(tx, publisher, now)
    const output = { action: 'create_ticket', ticketId }
    recordAction(tx, publisher, step, output, now)
    return { output }
  }
}

export async function replyToTicket(
  deps: Deps,
  tx: Tx,
  step: OpenStep,
  text: string,
  now: Date,
): Promise<Done> {
  const publisher = await publisherOf(deps, tx, step)
  const ticketId = step.event.entity.id
  const messageId = await deps.tickets.replyWithin(tx, publisher, { ticketId, text }, now)
  const output = { action: 'reply_to_ticket', ticketId, messageId }
  recordAction(tx, publisher, step, output, now)
  return { output }
}

const noteOf = ({ rule }: OpenStep) => `By the automation "${rule.automationName}".`

/** Throws `ActionFailed` if that person may publish no automations any more. */
export async function publisherOf(
  { memberOf }: Deps,
  conn: Conn,
  { run, rule: { publishedBy } }: OpenStep,
): Promise<Actor> {
  const publisher = publishedBy ? await memberOf(conn, run.companyId, publishedBy) : undefined
  if (!publisher || !may(publisher, 'publish_automations')) {
    const message = 'Who published it is no administrator of the company any more. Publish it anew.'
    throw new ActionFailed(message, true, 'publisher_not_allowed')
  }
  return publisher
}

/** The products of an event with their quantities. A product on several lines becomes one line of a cart. */
function linesOf({ data }: LoggedEvent) {
  const { lines = [] } = data as { readonly lines?: readonly CartItem[] }
  const quantities = new Map<string, Quantity>()
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0n) + quantityOf(quantity))
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}

function recordAction(
  tx: Tx,
  publisher: Actor,
  { run, event, stepId }: OpenStep,
  output: Output,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: publisher.companyId,
    actor: publisher,
    action: 'automations.action_done',
    target: { type: 'automation_run', id: run.id },
    outcome: 'done',
    details: { automationId: run.automationId, stepId, entityId: event.entity.id, ...output },
    now,
  })
}
