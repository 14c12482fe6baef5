export type Delivery = {
  readonly id: string
  readonly event: string | null
  readonly receivedAt: string
  /** Null when this receiver has no secret. */
  readonly verified: boolean | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
