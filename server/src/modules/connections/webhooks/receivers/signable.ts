export type Signable = {
  /** The event's id, the same for retries and replays. */
  readonly delivery: string
  /** The time of this attempt in Unix seconds. */
  readonly timestamp: number
  /** Exactly the bytes that are sent. */
  readonly body: string
}
