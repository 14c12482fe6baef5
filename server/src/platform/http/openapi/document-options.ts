import type { WebhookDocument } from './webhooks.ts'

/** The parts of the document that do not come from routes. */
export type DocumentOptions = {
  readonly version: string
  /** The groups of operations with a description of each. If given, every other tag is an error. */
  readonly tagDescriptions?: Readonly<Record<string, string>> | undefined
  /** The public address of this deployment. */
  readonly publicUrl?: string | undefined
  readonly webhooks?: readonly WebhookDocument[] | undefined
}
