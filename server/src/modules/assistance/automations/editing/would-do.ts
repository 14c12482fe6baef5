import type { Actor } from '#kernel/actor'
import type { LoggedEvent } from '#platform/outbox'
import { ready } from '../actions/act.ts'
import { ActionFailed, refusal } from '../actions/action-failed.ts'
import type { Doing, OpenStep } from '../actions/open-step.ts'
import type { Deps } from '../deps.ts'
import type { Output } from '../running/run.ts'
import type { Automation, CallingAction, Version } from './automation.ts'

/** What an action would do, or why it would be refused. The actions behind a refused one would not be tried. */
export type WouldDo =
  | { readonly stepId: number; readonly output: Output }
  | { readonly stepId: number; readonly action: string; readonly refused: string }

/**
 * Performs the actions of a version for one event in one transaction and rolls it back: the results are what they
 * would be at this moment, by the same code. Nothing is called and no mail is sent. A draft acts for the person who
 * asks, as it will after that person publishes it.
 */
export async function wouldDo(
  deps: Deps,
  actor: Actor,
  { id, name }: Automation,
  { version, actions, publishedBy = actor.id }: Version,
  event: LoggedEvent,
): Promise<WouldDo[]> {
  const run = {
    companyId: actor.companyId,
    id: 'run_dry',
    automationId: id,
    version,
    outcome: undefined,
  }
  const rule = {
    automationName: name,
    publishedBy,
    sealedSecret: undefined,
    previousSealedSecret: undefined,
  }
  const doings = await Promise.all(
    actions.map(async (action, index) => {
      const step: OpenStep = { run, rule, event, stepId: index + 1 }
      if (action.type === 'call_url')
        return describeCall({ host: new URL(action.url).host }, action)
      if (action.type === 'ask_model') return describeCall({ model: action.model }, action)
      return ready(deps, step, action).catch(
        (error: unknown): Doing =>
          async () => {
            throw error
          },
      )
    }),
  )
  const came: WouldDo[] = []
  await deps.database
    .transaction(async (tx) => {
      for (const [index, doing] of doings.entries()) {
        const stepId = index + 1
        const { output, refused } = await doing(tx, deps.now()).then(
          (done) => ({ output: done.output, refused: undefined }),
          (error: unknown) => ({ output: undefined, refused: whyRefused(error) }),
        )
        const action = actions[index]?.type ?? ''
        came.push(output ? { stepId, output } : { stepId, action, refused })
        if (!output) break
      }
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return came
}

class TakenBack extends Error {}

function describeCall(whom: object, { type }: CallingAction): Doing {
  return async () => ({ output: { action: type, ...whom } })
}

function whyRefused(error: unknown): string {
  const why = refusal(error)
  if (why instanceof ActionFailed) return why.message
  throw error
}
