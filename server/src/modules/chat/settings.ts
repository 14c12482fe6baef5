import { Type } from 'typebox'
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
  }),
)

/** Where the agent reaches the gateway for language models. */
export function gatewayUrlOf(settings: SettingsReading): string {
  const { AI_AGENT_GATEWAY_BASE_URL } = settings.of(chatSettings)
  const { API_BASE_URL } = settings.of(platformSettings)
  return (AI_AGENT_GATEWAY_BASE_URL ?? API_BASE_URL ?? publicUrlOf(settings)).replace(/\/$/, '')
}
