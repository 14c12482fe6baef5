import { deliveryHeaders } from '#modules/webhooks'
import { crashPoint } from '#platform/faults'
import { OutboundFailed } from '#platform/net'
import type { Deps } from '../deps.ts'
import { openSecret } from '../editing/secrets.ts'
import { insertStep } from '../running/queue-store.ts'
import { ActionFailed } from './action-failed.ts'
import { keyOf, type OpenStep } from './open-step.ts'

const timeoutMs = 15_000
const answerMaxBytes = 4_096
const goneStatus = 410

/**
 * Runs outside of any transaction. If the receiver answered but this process died, it is called again with the same
 * key.
 */
export async function callUrl(
  deps: Deps,
  step: OpenStep,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const { run, rule } = step
  const { sealedSecret, previousSealedSecret } = rule
  if (sealedSecret === undefined) throw new ActionFailed('The automation was deleted.', true)
  const now = deps.now()
  const body = JSON.stringify(bodyOf(step))
  const sealed = [sealedSecret, ...(previousSealedSecret ? [previousSealedSecret] : [])]
  const secrets = sealed.map((one) => openSecret(deps.seal, run.companyId, run.automationId, one))
  const headers = deliveryHeaders(
    {
      delivery: keyOf(step),
      timestamp: Math.floor(now.getTime() / 1_000),
      body,
      type: 'automation.action',
      isReplay: run.outcome?.outcome === 'replayed',
    },
    secrets,
  )
  const request = { url, method: 'POST' as const, headers, body, timeoutMs, signal }
  const answer = await deps.outbound
    .request({ ...request, maxBodyBytes: answerMaxBytes, longBody: 'truncate', audience: 'user' })
    .catch((error: unknown) => {
      throw new ActionFailed(error instanceof OutboundFailed ? error.reason : 'unreachable')
    })
  crashPoint('automations.call_answered')
  if (answer.status < 200 || answer.status >= 300) {
    throw new ActionFailed(`status ${answer.status}`, answer.status === goneStatus)
  }
  const output = { action: 'call_url', status: answer.status }
  await deps.database.transaction((tx) => insertStep(tx, run, step.stepId, output, deps.now()))
}

function bodyOf(step: OpenStep) {
  const { run, rule, event } = step
  const { id, type, version, occurredAt, companyId, sequence, entity, data } = event
  return {
    id: keyOf(step),
    type: 'automation.action',
    runId: run.id,
    automation: { id: run.automationId, name: rule.automationName, version: run.version },
    event: { id, type, version, occurredAt, companyId, sequence, entity, data },
  }
}
