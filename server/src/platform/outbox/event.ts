/** An event as its readers see it: numbered, and therefore complete up to here. */
export type LoggedEvent<Data = unknown> = {
  readonly id: string
  /** Its position in the whole log. */
  readonly position: number
  readonly type: string
  readonly version: number
  readonly companyId: string
  /** Its sequence among the events of the company, without gaps from 1. */
  readonly sequence: number
  readonly occurredAt: Date
  readonly entity: { readonly type: string; readonly id: string; readonly version: number }
  readonly data: Data
  /** The automations that led to it. Undefined for events that people or programs caused. */
  readonly cause: Cause | undefined
}

/** The length of the chain, and the automations in it. */
export type Cause = { readonly depth: number; readonly path: readonly string[] }
