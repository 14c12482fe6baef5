/** What one request of the companion may cost. */
export type AgentLimits = {
  readonly messagesMax: number
  /** UTF-16 units of one message. */
  readonly messageLengthMax: number
  readonly bodyBytesMax: number
  /** Bodies that are being received at the same time. Further requests are answered 503. */
  readonly receivingBytesMax: number
  readonly receiveMsMax: number
  /** How long a model may take. The token of a request is valid for two minutes. */
  readonly modelMsMax: number
  /** Models that are asked at the same time. Further requests get the brief of the grammar. */
  readonly modelCallsMax: number
}

export const defaultAgentLimits: AgentLimits = {
  messagesMax: 200,
  messageLengthMax: 1_000_000,
  bodyBytesMax: 8_000_000,
  receivingBytesMax: 64_000_000,
  receiveMsMax: 10_000,
  modelMsMax: 30_000,
  modelCallsMax: 64,
}
