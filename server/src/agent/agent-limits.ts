/** What one request of the companion may cost. */
export type AgentLimits = {
  readonly messagesMax: number
  /** UTF-16 units of one message. */
  readonly messageLengthMax: number
  readonly bodyBytesMax: number
  /** Bodies that are being received at the same time. Further requests are answered 503. */
  readonly receivingBytesMax: number
  readonly receiveMsMax: number
}

export const defaultAgentLimits: AgentLimits = {
  messagesMax: 200,
  messageLengthMax: 1_000_000,
  bodyBytesMax: 8_000_000,
  receivingBytesMax: 64_000_000,
  receiveMsMax: 10_000,
}
