import { crashPoint } from '#platform/faults'
import type { Deps } from '../deps.ts'
import type { Action, CallingAction } from '../editing/automation.ts'
import { insertStep, noteOutput } from '../running/queue-store.ts'
import { refusal } from './action-failed.ts'
import {
  acceptProposal,
  addToCart,
  approveOrder,
  createTicket,
  holdOrder,
  replyToTicket,
} from './as-publisher.ts'
import { askModel } from './ask-model.ts'
import { callUrl } from './call-url.ts'
import { notify } from './notify.ts'
import type { Doing, OpenStep } from './open-step.ts'

/** Performs one action and records the step. */
export async function perform(
  deps: Deps,
  step: OpenStep,
  action: Action,
  signal: AbortSignal,
): Promise<void> {
  if (action.type === 'call_url') return callUrl(deps, step, action.url, signal)
  if (action.type === 'ask_model') return askModel(deps, step, action, signal)
  const doing = await ready(deps, step, action).catch((error: unknown) => {
    throw refusal(error)
  })
  const done = await deps.database
    .transaction(async (tx) => {
      const { run, stepId } = step
      const now = deps.now()
      // The row is the fence: of two workers that have the step, the second waits here and finds it done.
      if (!(await insertStep(tx, run, stepId, { action: action.type }, now))) return undefined
      const done = await doing(tx, now)
      await noteOutput(tx, run, stepId, done.output)
      crashPoint('automations.step_written')
      return done
    })
    .catch((error: unknown) => {
      throw refusal(error)
    })
  await done?.afterwards?.()
}

/** Reads here what must be read before the transaction. The function that it returns is a participant. */
export async function ready(
  deps: Deps,
  step: OpenStep,
  action: Exclude<Action, CallingAction>,
): Promise<Doing> {
  switch (action.type) {
    case 'notify':
      return async (tx, now) => ({ output: await notify(deps, tx, step, action, now) })
    case 'approve_order':
      return (tx, now) => approveOrder(deps, tx, step, now)
    case 'hold_order':
      return (tx, now) => holdOrder(deps, tx, step, action.reason, now)
    case 'accept_proposal':
      return (tx, now) => acceptProposal(deps, tx, step, action, now)
    case 'add_to_cart':
      return addToCart(deps, step, action.items)
    case 'create_ticket':
      return createTicket(deps, step, action)
    case 'reply_to_ticket':
      return (tx, now) => replyToTicket(deps, tx, step, action.message, now)
  }
}
