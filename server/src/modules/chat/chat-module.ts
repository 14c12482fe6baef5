import { Type } from 'typebox'
import { defineSettings } from '#platform/config'
import { defineModule } from '#platform/module'

export const chatSettings = defineSettings(
  'chat',
  Type.Object({
    AI_AGENT_BASE_URL: Type.Optional(
      Type.String({
        pattern: '^https?://',
        example: 'https://agent.example.com',
        requiredWhenDeployed: true,
        description: 'Address of the agent that extracts briefs from conversations.',
      }),
    ),
  }),
)

export const chatModule = defineModule({
  name: 'chat',
  settings: [chatSettings],
  make: () => ({ services: {} }),
})
