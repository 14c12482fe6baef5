import { deliveryHeaders } from '#modules/webhooks'
import { enqueueMail } from '#platform/mail'
import { OutboundFailed } from '#platform/net'
import type { LoggedEvent } from '#platform/outbox'
import type { Action } from './automation.ts'
import type { Deps } from './deps.ts'
import { type Claimed, insertStep } from './queue-store.ts'
import { openSecret } from './secrets.ts'

/** An action that was tried and not done. `isFinal`: trying again would not help. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed'
  readonly isFinal: boolean

  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

export type Act = {
  readonly claimed: Claimed
  readonly event: LoggedEvent
  readonly stepId: number
}

/** The same for every try of this action: receivers and our own tables know by it what they have done already. */
export const keyOf = ({ claimed, stepId }: Act): string => `${claimed.run.id}:${stepId}`

/** Does one action and writes that it is done. */
export function perform(deps: Deps, act: Act, action: Action, signal: AbortSignal): Promise<void> {
  switch (action.type) {
    case 'call_url':
      return callUrl(deps, act, action.url, signal)
    case 'notify':
      return notify(deps, act, action)
  }
}

const timeoutMs = 15_000
const answerMaxBytes = 4_096
const gone = 410

/** Outside of any transaction. A receiver that answered before we died is called again, with the same key. */
async function callUrl(deps: Deps, act: Act, url: string, signal: AbortSignal): Promise<void> {
  const { claimed } = act
  const { run, sealedSecret, previousSealedSecret } = claimed
  if (sealedSecret === undefined) throw new ActionFailed('The automation was deleted.', true)
  const now = deps.now()
  const body = JSON.stringify(bodyOf(act))
  const sealed = [sealedSecret, ...(previousSealedSecret ? [previousSealedSecret] : [])]
  const secrets = sealed.map((one) => openSecret(deps.seal, run.companyId, run.automationId, one))
  const headers = deliveryHeaders(
    {
      delivery: keyOf(act),
      timestamp: Math.floor(now.getTime() / 1_000),
      body,
      type: 'automation.action',
      isReplay: run.attempts > 1,
    },
    secrets,
  )
  const request = { url, method: 'POST' as const, headers, body, timeoutMs, signal }
  const answer = await deps.outbound
    .request({ ...request, maxBodyBytes: answerMaxBytes, longBody: 'truncate', audience: 'user' })
    .catch((error: unknown) => {
      throw new ActionFailed(error instanceof OutboundFailed ? error.reason : 'unreachable')
    })
  if (answer.status < 200 || answer.status >= 300) {
    throw new ActionFailed(`status ${answer.status}`, answer.status === gone)
  }
  const output = { action: 'call_url', status: answer.status }
  await deps.database.transaction((tx) => insertStep(tx, run, act.stepId, output, deps.now()))
}

function bodyOf(act: Act) {
  const { claimed, event } = act
  const { run, automationName } = claimed
  const { id, type, version, occurredAt, companyId, sequence, entity, data } = event
  return {
    id: keyOf(act),
    type: 'automation.action',
    runId: run.id,
    automation: { id: run.automationId, name: automationName, version: run.version },
    event: { id, type, version, occurredAt, companyId, sequence, entity, data },
  }
}

/** The mails and the step are one transaction, so that there are never two of them. */
async function notify(
  deps: Deps,
  act: Act,
  { subject, message }: { readonly subject: string; readonly message: string },
): Promise<void> {
  const { run, automationName } = act.claimed
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const admins = await deps.adminsOf(tx, run.companyId)
    const output = { action: 'notify', people: admins.length }
    if (!(await insertStep(tx, run, act.stepId, output, now))) return
    for (const { userId, email } of admins) {
      await enqueueMail(tx, {
        to: email,
        subject,
        text: letter(automationName, message, act.event),
        dedupeKey: `${keyOf(act)}/${userId}`,
        now,
      })
    }
  })
}

function letter(name: string, message: string, { type, entity, occurredAt }: LoggedEvent): string {
  return `${message}

The automation "${name}" sent this for ${type} of ${entity.type} ${entity.id} at ${occurredAt.toISOString()}.
`
}
