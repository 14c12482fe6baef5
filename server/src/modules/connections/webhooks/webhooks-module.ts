import type { Incidents } from '#modules/incidents'
import { publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { EventKind } from '#platform/outbox'
import { deliveryQueue } from './deliveries/delivery.ts'
import { webhooksPartitions } from './deliveries/partition-store.ts'
import { webhooksSealed } from './endpoints/secrets.ts'
import { webhooksRoutes } from './routes.ts'
import { createWebhooks, type WebhooksDeps } from './service.ts'
import { webhooksSettings } from './settings.ts'
import { webhookOperatorRoutes } from './watch/operator-routes.ts'
import { webhooksProbe } from './watch/webhooks-probe.ts'
import { webhookLists } from './webhook-lists.ts'

type Needs = Runtime & {
  readonly incidents: Incidents
  readonly identity: { readonly admins: WebhooksDeps['adminsOf'] }
  readonly companyNamesOf: WebhooksDeps['namesOf']
  /** The event kinds of every module. */
  readonly eventKinds: readonly EventKind[]
}

export const webhooksModule = defineModule({
  name: 'webhooks',
  tags: { Webhooks: 'Subscriptions to events, their deliveries and replays.' },
  settings: [webhooksSettings],
  named: { whk: 'webhooks.endpoints' },
  records: {
    whk: 'webhooks.endpoints',
    dlv: 'webhooks.deliveries',
    rpl: 'webhooks.replays',
    evt: 'platform.events',
  },
  sealedColumns: webhooksSealed,
  partitions: (settings) =>
    webhooksPartitions(settings.of(webhooksSettings).WEBHOOKS_RETENTION_DAYS),
  make: (needs: Needs) => {
    const { settings, database, outbound, wake, seal, incidents, identity, now, log } = needs
    const webhooks = createWebhooks({
      database,
      outbound,
      wake,
      seal,
      incidents,
      adminsOf: (conn, companyId) => identity.admins(conn, companyId),
      namesOf: needs.companyNamesOf,
      baseUrl: publicUrlOf(settings),
      now,
      log,
      metrics: needs.metrics,
      settings: settings.of(webhooksSettings),
      kinds: needs.eventKinds,
    })
    return {
      services: { webhooks },
      routes: [
        webhooksRoutes(webhooks),
        webhookOperatorRoutes(webhooks),
        listRoutes(database, ...webhookLists(webhooks)),
      ],
      startWorkers: () => [webhooks.startWorker()],
      poisonQueues: [{ queue: deliveryQueue, resets: ['finished_at', 'last_error'] }],
      probes: () => [webhooksProbe(webhooks, now)],
      subscriptions: webhooks.subscriptions,
    }
  },
})
