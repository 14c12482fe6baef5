import type { Http } from '#platform/http'
import type { MadeModule } from '#platform/module'
import type { Modules } from './modules.ts'
import type { Platform } from './open-platform.ts'

export type App = {
  readonly http: Http
  /** Undefined while this deployment lacks a required value: then there is nothing to compose. */
  readonly parts: AppParts | undefined
  /** Migrates as soon as the database answers, opens the gate and starts the workers. */
  start(): Promise<void>
  /** Lets what is under way end, in the order in which one part needs another. */
  stop(): Promise<void>
}

export type AppParts = {
  readonly platform: Platform
  /** The services of all modules. */
  readonly modules: Modules
  readonly made: readonly MadeModule[]
}
