/** An event as its readers see it: numbered, and therefore complete up to here. */
export type LoggedEvent<Data = unknown> = {
  readonly id: string
  /** Place in the whole log. */
  readonly position: number
  readonly type: string
  readonly version: number
  readonly companyId: string
  /** Place among the events of the company, dense from 1. */
  readonly sequence: number
  readonly occurredAt: Date
  readonly entity: { readonly type: string; readonly id: string; readonly version: number }
  readonly data: Data
  /** Which automations led to it. Undefined where people or programs did. */
  readonly cause: Cause | undefined
}

/** How long the chain is, and the automations in it. */
export type Cause = { readonly depth: number; readonly path: readonly string[] }
