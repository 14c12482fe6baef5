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
}
