import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'
import { readFamilies } from './accounting/pricing.ts'

const baseUrl = '^https?://[^/?#]+[^?#]*$'

export const llmSettings = defineSettings(
  'llm',
  Type.Object({
    LLM_PROVIDER_A_API_KEY: Type.Optional(
      Type.String({
        minLength: 1,
        secret: true,
        requiredWhenDeployed: true,
        description: 'Key for language-model provider A.',
      }),
    ),
    LLM_PROVIDER_B_API_KEY: Type.Optional(
      Type.String({
        minLength: 1,
        secret: true,
        requiredWhenDeployed: true,
        description: 'Key for language-model provider B.',
      }),
    ),
    LLM_PROVIDER_A_BASE_URL: Type.String({
      default: 'https://api.openai.com/v1',
      pattern: baseUrl,
      example: 'https://api.openai.com/v1',
      description: 'Address of provider A, which speaks the wire format of OpenAI.',
    }),
    LLM_PROVIDER_B_BASE_URL: Type.String({
      default: 'https://api.anthropic.com',
      pattern: baseUrl,
      example: 'https://api.anthropic.com',
      description: 'Address of provider B, which speaks the Messages format of Anthropic.',
    }),
    LLM_MODEL_PRICING_MATRIX_JSON: Type.Optional(
      Type.String({ description: 'Prices of model families, as a JSON object by family.' }),
    ),
    LLM_ALLOWED_MODELS_JSON: Type.Optional(
      Type.String({
        description:
          'The approved model families, as a JSON array of names. Without it no family is open.',
      }),
    ),
    LLM_DAILY_TOKENS_PER_USER: Type.Integer({
      default: 10_000_000,
      minimum: 0,
      description:
        'Tokens that a person may use of one model family on a UTC day, where operators set no other limit. 0 blocks.',
    }),
    LLM_DAILY_TOKENS_PER_COMPANY: Type.Integer({
      default: 100_000_000,
      minimum: 0,
      description:
        'Tokens that a company may use of one model family on a UTC day, where operators set no other limit. 0 blocks.',
    }),
    LLM_OUTPUT_TOKENS_DEFAULT: Type.Integer({
      default: 4_096,
      minimum: 1,
      maximum: 1_000_000,
      description: 'The most tokens of an answer when the request names no maximum.',
    }),
    LLM_TIMEOUT_MS: Type.Integer({
      default: 120_000,
      minimum: 100,
      maximum: 900_000,
      description: 'How long one call of a provider may take.',
    }),
    LLM_FIRST_BYTE_TIMEOUT_MS: Type.Integer({
      default: 30_000,
      minimum: 100,
      maximum: 900_000,
      description: 'How long a streamed call waits for the begin of the answer.',
    }),
    LLM_IDLE_TIMEOUT_MS: Type.Integer({
      default: 30_000,
      minimum: 100,
      maximum: 900_000,
      description: 'How long a streamed call waits for the next piece of the answer.',
    }),
    LLM_RETRIES_MAX: Type.Integer({
      default: 2,
      minimum: 0,
      maximum: 5,
      description: 'Further attempts when a provider fails before the first content.',
    }),
    LLM_REQUEST_MAX_BYTES: Type.Integer({
      default: 10_000_000,
      minimum: 10_000,
      maximum: 50_000_000,
      description: 'Maximum size of a chat request. Pictures as base64 are part of it.',
    }),
    LLM_STORE_PROMPTS: Type.String({
      default: 'none',
      pattern: '^(none|all|co_[0-9a-z]{26}(, ?co_[0-9a-z]{26})*)$',
      example: 'none',
      description:
        'Whose prompts and answers are stored, encrypted: `none`, `all`, or ids of companies separated by commas.',
    }),
    LLM_RETENTION_DAYS: Type.Integer({
      default: 90,
      minimum: 1,
      maximum: 3_650,
      description:
        'How long single calls and stored prompts are kept. The usage of each day stays.',
    }),
  }),
  (values) => {
    const { LLM_MODEL_PRICING_MATRIX_JSON: pricing, LLM_ALLOWED_MODELS_JSON: allowed } = values
    return readFamilies(pricing, allowed).problems.map(({ of, problem }) => ({
      name: of === 'pricing' ? 'LLM_MODEL_PRICING_MATRIX_JSON' : 'LLM_ALLOWED_MODELS_JSON',
      problem,
    }))
  },
)

export type LlmSettings = Static<(typeof llmSettings)['schema']>
