import { type Static, Type } from 'typebox'
import { defineSettings, type SettingsReading } from '#platform/config'
import { platformSettings, publicUrlOf } from '#platform/deployment'

export const chatSettings = defineSettings(
  'chat',
  Type.Object({
    AI_AGENT_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'https://agent.example.com',
        requiredWhenDeployed: true,
        description:
          'Address of the agent that extracts briefs from conversations. A process with the role agent starts it there if the address is a loopback address.',
      }),
    ),
    AI_AGENT_GATEWAY_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#]+[^?#]*$',
        example: 'http://10.0.0.5:3000',
        description:
          'Where the agent reaches the gateway for language models. It calls no other address. Default: API_BASE_URL, then BASE_URL.',
      }),
    ),
    AI_AGENT_MODEL_TIMEOUT_MS: Type.Integer({
      default: 30_000,
      minimum: 100,
      maximum: 110_000,
      description:
        'How long the agent waits for a language model before it answers with the brief of its grammar alone.',
    }),
    AI_AGENT_MODEL: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        example: 'gpt-5',
        description:
          'The language model that the agent asks through the gateway, in the name of the buyer. Without it the grammar works alone.',
      }),
    ),
    AI_AGENT_TIMEOUT_MS: Type.Integer({
      default: 60_000,
      minimum: 100,
      maximum: 120_000,
      description:
        'How long an extraction waits for the agent. It is longer than AI_AGENT_MODEL_TIMEOUT_MS.',
    }),
    CHAT_EXTRACTION_CONCURRENCY: Type.Integer({
      default: 8,
      minimum: 1,
      maximum: 100,
      description: 'Extractions that one process runs at the same time.',
    }),
    CHAT_MESSAGE_LENGTH_MAX: Type.Integer({
      default: 20_000,
      minimum: 100,
      maximum: 100_000,
      description: 'The longest message of a chat session, in characters.',
    }),
    CHAT_TRANSCRIPT_LENGTH_MAX: Type.Integer({
      default: 50_000,
      minimum: 100,
      maximum: 500_000,
      description: 'The messages that a buyer may send to one chat session, in characters.',
    }),
    CHAT_MESSAGES_MAX: Type.Integer({
      default: 200,
      minimum: 2,
      maximum: 200,
      description: 'Messages of one chat session, with the replies.',
    }),
    CHAT_SESSIONS_MAX: Type.Integer({
      default: 200,
      minimum: 1,
      maximum: 10_000,
      description: 'Chat sessions that one person may have without a confirmed brief.',
    }),
    CHAT_BRIEF_ITEMS_MAX: Type.Integer({
      default: 50,
      minimum: 1,
      maximum: 100,
      description: 'Items of one brief.',
    }),
    CHAT_REPLY_WAIT_MS: Type.Integer({
      default: 5_000,
      minimum: 0,
      maximum: 25_000,
      description:
        'How long the answer to a message waits for the reply, when the client does not ask for a stream.',
    }),
    CHAT_RETENTION_DAYS: Type.Integer({
      default: 365,
      minimum: 1,
      maximum: 3_650,
      description: 'How long a chat session is kept after its last change.',
    }),
    CHAT_STREAMS_MAX: Type.Integer({
      default: 10_000,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Chat streams that one process keeps open.',
    }),
    CHAT_STREAMS_PER_CREDENTIAL: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Chat streams that one process keeps open for one credential.',
    }),
  }),
)

/** Where the agent reaches the gateway for language models. */
export function gatewayUrlOf(settings: SettingsReading): string {
  const { AI_AGENT_GATEWAY_BASE_URL } = settings.of(chatSettings)
  const { API_BASE_URL } = settings.of(platformSettings)
  return (AI_AGENT_GATEWAY_BASE_URL ?? API_BASE_URL ?? publicUrlOf(settings)).replace(/\/$/, '')
}

export type ChatSettings = Static<(typeof chatSettings)['schema']>
