import type { List } from '#platform/lists'
import { deliveryList, deliveryListOfCompany } from './deliveries/delivery-list.ts'
import { endpointList } from './endpoints/endpoint-list.ts'
import { eventList } from './event-list.ts'
import { replayList } from './replays/replay-list.ts'
import type { Webhooks } from './service.ts'
import { watchedEndpointList } from './watch/watched-endpoint-list.ts'

export const webhookLists = (webhooks: Webhooks): List[] => [
  endpointList,
  deliveryList(webhooks),
  deliveryListOfCompany(webhooks),
  replayList(webhooks),
  eventList(webhooks),
  watchedEndpointList(webhooks),
]
