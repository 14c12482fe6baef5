/** A notification by an automation to one person in the product. */
export type Notice = {
  readonly id: string
  readonly automationId: string
  readonly automationName: string
  readonly runId: string
  readonly subject: string
  readonly message: string
  readonly eventType: string
  readonly entity: { readonly type: string; readonly id: string }
  readonly createdAt: Date
  readonly readAt: Date | undefined
}

/** How long a notice is kept, read or not. */
export const noticesKeptDays = 90
