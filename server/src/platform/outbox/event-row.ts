/** A row of platform.events. `position` and `sequence` are null until the event has been numbered. */
export type EventRow = {
  readonly company_id: string
  readonly id: string
  readonly arrival: number
  readonly position: number | null
  readonly sequence: number | null
  readonly type: string
  readonly version: number
  readonly occurred_at: Date
  readonly entity_type: string
  readonly entity_id: string
  readonly entity_version: number
  readonly data: unknown
  readonly cause: unknown
}
