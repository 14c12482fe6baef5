import type { Database } from '#platform/db'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { poisonRecordList } from './poison-record-list.ts'
import type { PoisonRecords } from './poison-records.ts'
import {
  DiscardRecordBody,
  PoisonParams,
  PoisonRecordView,
  poisonExample,
  viewPoison,
} from './poison-schemas.ts'

type Deps = { readonly database: Database; readonly poison: PoisonRecords }

const access = 'operator'
const tags = ['Operations']
const url = '/admin/records/poison'

/** Records during whose work processes have died. */
export function poisonRoutes(deps: Deps): Routes {
  return async (http) => {
    await listRoutes(deps.database, poisonRecordList(deps.poison))(http)
    addDecisionRoutes(deps, http)
  }
}

function addDecisionRoutes({ poison }: Deps, http: Http): void {
  http.route({
    method: 'POST',
    url: `${url}/:queue/:recordId/retry`,
    config: {
      access,
      fails: [
        'ops.record_not_found',
        'ops.record_not_retryable',
        // An automation run is replayed only while its rule is active and its event is kept.
        'automations.rule_not_active',
        'automations.event_gone',
      ],
    },
    schema: {
      operationId: 'retryPoisonRecord',
      summary: 'Retry a poison record',
      description:
        'The service processes the record alone, at once. If a process dies again, the record is set aside or delayed again.',
      tags,
      params: PoisonParams,
      response: answers(PoisonRecordView, { examples: [poisonExample] }),
    },
    handler: async ({ actor, params: { queue, recordId } }) =>
      ok(viewPoison(await poison.retry(actor, queue, recordId))),
  })

  http.route({
    method: 'POST',
    url: `${url}/:queue/:recordId/discard`,
    config: { access, fails: ['ops.record_not_found', 'ops.record_not_set_aside'] },
    schema: {
      operationId: 'discardPoisonRecord',
      summary: 'Discard a poison record',
      description:
        'The record keeps its last state and leaves this list. The note stays in the audit log.',
      tags,
      params: PoisonParams,
      body: DiscardRecordBody,
      response: answers(PoisonRecordView, { examples: [poisonExample] }),
    },
    handler: async ({ actor, params: { queue, recordId }, body: { note } }) =>
      ok(viewPoison(await poison.discard(actor, queue, recordId, note))),
  })
}
