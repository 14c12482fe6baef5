import { neededByRuns } from '#modules/automations'
import { webhooksPartitions, webhooksSettings } from '#modules/webhooks'
import type { SettingsReading } from '#platform/config'
import { eventPartitions } from '#platform/outbox'
import type { Partitioned } from '#platform/partitions'
import { platformSettings } from './settings.ts'

/** Every table in one part for each day, and for how long its days are kept. */
export function partitionedTables(settings: SettingsReading): Partitioned[] {
  return [
    ...webhooksPartitions(settings.of(webhooksSettings).WEBHOOKS_RETENTION_DAYS),
    eventPartitions(settings.of(platformSettings).EVENTS_RETENTION_DAYS, neededByRuns),
  ]
}
