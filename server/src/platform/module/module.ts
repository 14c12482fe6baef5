import type { SettingsReading, SettingsSlice } from '#platform/config'
import type { Probe } from '#platform/health'
import type { Routes } from '#platform/http'
import type { JobHandler, Schedule } from '#platform/jobs'
import type { PoisonQueue, Queue, Sweeping } from '#platform/leases'
import type { Dispatcher, EventKind, Subscription } from '#platform/outbox'
import type { Partitioned } from '#platform/partitions'
import type { PersonalData } from '#platform/personal-data'
import type { SealedColumn } from '#platform/seal'

/** The parts of a module that are the same in every process. */
export type ModuleFacts = {
  readonly name: string
  /** The groups of its operations in the OpenAPI document, each with a description. */
  readonly tags?: Readonly<Record<string, string>>
  readonly settings?: readonly SettingsSlice[]
  /** The kinds of events that it publishes. */
  readonly events?: readonly EventKind[]
  readonly schedules?: readonly Schedule[]
  readonly personalData?: readonly PersonalData[]
  readonly sealedColumns?: readonly SealedColumn[]
  /** The tables of its records, by the prefix of their ids. Each table has the columns `id` and `company_id`. */
  readonly records?: Readonly<Record<string, `${string}.${string}`>>
  /** The tables of what people know by name, by the prefix of the ids. Each table has the columns `id` and `name`. */
  readonly named?: Readonly<Record<string, `${string}.${string}`>>
  /** The tables of what people know by number, by the prefix of the ids. Each table has the columns `id` and `number`. */
  readonly numbered?: Readonly<Record<string, `${string}.${string}`>>
  /** Its tables with daily partitions. */
  readonly partitions?: (settings: SettingsReading) => readonly Partitioned[]
  /** Queues whose rows do not show a worker. The sweep looks through them for rows whose worker has died. */
  readonly inPlaceQueues?: readonly Queue[]
}

/** The parts of a module in one process, once it is made. */
export type ModuleParts = {
  readonly routes?: readonly Routes[]
  readonly jobs?: readonly JobHandler[]
  /** Starts the background work. Each worker can be stopped. */
  readonly startWorkers?: () => readonly Worker[]
  readonly sweepings?: readonly Sweeping[]
  /** Queues beside `inPlaceQueues` whose poison records operators see. */
  readonly poisonQueues?: readonly PoisonQueue[]
  /** Its sections of the health surfaces. The dispatcher knows how far the subscriptions are behind. */
  readonly probes?: (dispatcher: Dispatcher) => readonly Probe[]
  readonly subscriptions?: readonly Subscription[]
  /** Writes what the module still holds in memory. Called after the last request and before the database is closed. */
  readonly close?: () => Promise<void>
}

export type Worker = { stop(): Promise<void> }

/** A part of the business: its facts, and how it is made from the services that it needs. */
export type Module<Needs = never, Services extends object = object> = ModuleFacts & {
  readonly make: (needs: Needs) => ModuleParts & {
    /** The functions that other modules and the process may call. Their names are unique in the process. */
    readonly services: Services
  }
}

/** Infers the types of what the module needs and provides. */
export function defineModule<Needs, Services extends object>(
  module: Module<Needs, Services>,
): Module<Needs, Services> {
  return module
}
