import type { SettingsReading, SettingsSlice } from '#platform/config'
import type { Probe } from '#platform/health'
import type { Routes } from '#platform/http'
import type { JobHandler, Schedule } from '#platform/jobs'
import type { PoisonQueue, Queue, Sweeping } from '#platform/leases'
import type { Dispatcher, EventKind, Subscription } from '#platform/outbox'
import type { Partitioned } from '#platform/partitions'
import type { PersonalData } from '#platform/personal-data'
import type { SealedColumn } from '#platform/seal'

/** What is true of a module in every process. */
export type ModuleFacts = {
  readonly name: string
  /** The groups of its operations in the OpenAPI document, each with a sentence. */
  readonly tags?: Readonly<Record<string, string>>
  readonly settings?: readonly SettingsSlice[]
  /** The kinds of events that it publishes. */
  readonly events?: readonly EventKind[]
  readonly schedules?: readonly Schedule[]
  readonly personalData?: readonly PersonalData[]
  readonly sealedColumns?: readonly SealedColumn[]
  /** Its tables in one part for each day. */
  readonly partitions?: (settings: SettingsReading) => readonly Partitioned[]
  /** Queues whose rows do not show a worker. The sweep looks through them for rows whose worker has died. */
  readonly inPlaceQueues?: readonly Queue[]
}

/** What a module does in one process, once it is made. */
export type ModuleParts = {
  readonly routes?: readonly Routes[]
  readonly jobs?: readonly JobHandler[]
  /** Starts what works in the background. Each of them can be stopped. */
  readonly startWorkers?: () => readonly Worker[]
  readonly sweepings?: readonly Sweeping[]
  /** Queues of which operators see the records that have killed a process, beside those in place. */
  readonly poisonQueues?: readonly PoisonQueue[]
  /** Its sections of the health surfaces. The dispatcher knows how far the subscriptions are behind. */
  readonly probes?: (dispatcher: Dispatcher) => readonly Probe[]
  readonly subscriptions?: readonly Subscription[]
}

export type Worker = { stop(): Promise<void> }

/** A part of the business: what it has, and how it is made of the services that it needs. */
export type Module<Needs = never, Services extends object = object> = ModuleFacts & {
  readonly make: (needs: Needs) => ModuleParts & {
    /** What other modules, and the process, may call. Their names are unique in the process. */
    readonly services: Services
  }
}

/** Keeps the types of what the module needs and gives. */
export function defineModule<Needs, Services extends object>(
  module: Module<Needs, Services>,
): Module<Needs, Services> {
  return module
}
