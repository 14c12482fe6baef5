import { type FailureCodes, writeSdkFailures } from './sdk-failures.ts'

/** The parts of the OpenAPI document that have names in the client. */
export type NamedParts = {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly description?: string }>>
  }
  readonly webhooks: Readonly<Record<string, { readonly post: object }>>
  readonly 'x-failure-codes': FailureCodes
}

/** `WebhookEvent` is the union of all events in the client. The record of the API has another name there. */
const otherNames: Readonly<Record<string, string>> = { WebhookEvent: 'StoredWebhookEvent' }

/** A named type for every record, body and event, the union of the events, and the details of the failure codes. */
export function writeSdkNames(document: NamedParts): string {
  const { components, webhooks, 'x-failure-codes': codes } = document
  const names = Object.entries(components.schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { description }]) => {
      const text = description === undefined ? '' : `/** ${commentOf(description)} */\n`
      return `${text}export type ${otherNames[name] ?? name} = Schemas['${name}']\n`
    })
  const events = Object.values(webhooks).map(({ post }) => nameOfEvent(post))
  return [
    "import type { components } from './api.generated.ts'\n\n",
    "type Schemas = components['schemas']\n\n",
    ...names,
    `\n/** A delivered event. \`type\` tells which. */\nexport type WebhookEvent = ${unionOf(events)}\n`,
    `\n${writeSdkFailures(codes)}`,
    '\n/** Why a request was refused. */\nexport type FailureCode = keyof FailureDetails\n',
  ].join('')
}

const unionOf = (members: readonly string[]) => members.map((member) => `\n  | ${member}`).join('')

export const commentOf = (text: string) => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')

function nameOfEvent(post: object): string {
  const [, name] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(post)) ?? []
  if (name === undefined) throw new Error('an event has no named schema')
  return name
}
