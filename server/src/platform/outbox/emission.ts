import type { Cause } from './event.ts'

export type Emission<Data> = {
  readonly companyId: string
  readonly entityId: string
  readonly entityVersion: number
  readonly data: Data
  readonly occurredAt: Date
  /** The cause, if it is an automation other than the one that `causedBy` names. */
  readonly cause?: Cause
}
