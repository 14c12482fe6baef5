import type { Http } from '#platform/http'
import type { MadeModule } from '#platform/module'
import type { Modules } from './modules.ts'
import type { Platform } from './open-platform.ts'

export type App = {
  readonly http: Http
  /** Undefined while this deployment lacks a required setting: then there is nothing to compose. */
  readonly parts: AppParts | undefined
  /** Migrates as soon as the database answers, then accepts requests and starts the workers. */
  start(): Promise<void>
  /** Waits until running work has ended, in the order in which the parts need each other. */
  stop(): Promise<void>
}

export type AppParts = {
  readonly platform: Platform
  /** The services of all modules. */
  readonly modules: Modules
  readonly made: readonly MadeModule[]
}
