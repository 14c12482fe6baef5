import type { LocalHome } from './local-home.ts'

/** The values that a local machine sets for itself where the environment sets none. A deployed process has none of them. */
export function localEnvironment(
  { secrets }: LocalHome,
  addresses: {
    readonly baseUrl: string
    readonly sandboxUrl: string
    /** Undefined without a sandbox: then mail waits. */
    readonly smtpUrl: string | undefined
    /** Undefined without a sandbox, or when the environment names a Stripe key. */
    readonly stripeUrl: string | undefined
    /** Undefined without a sandbox, or when the environment names a provider of exchange rates. */
    readonly ratesUrl: string | undefined
    /** Undefined without a sandbox, or when the environment names a language-model provider. */
    readonly llmUrl: string | undefined
    readonly databaseUrl?: string
    /** Undefined when the environment names a processor. */
    readonly imagingUrl: string | undefined
    /** Undefined when the environment names a companion. */
    readonly agentUrl: string | undefined
  },
): Record<string, string> {
  return {
    BASE_URL: addresses.baseUrl,
    CACHE_URL: 'memory:',
    JWT_ACCESS_SECRET: secrets.jwtAccess,
    JWT_REFRESH_SECRET: secrets.jwtRefresh,
    DATA_ENCRYPTION_KEYS: `local:${secrets.dataKey}`,
    PAYMENTS_SANDBOX_BASE_URL: addresses.sandboxUrl,
    PAYMENTS_SANDBOX_API_KEY: secrets.paymentsApiKey,
    PAYMENTS_SANDBOX_EVENT_SECRET: secrets.paymentsEventSecret,
    ...(addresses.stripeUrl === undefined
      ? {}
      : {
          PAYMENTS_STRIPE_BASE_URL: addresses.stripeUrl,
          PAYMENTS_STRIPE_API_KEY: secrets.stripeApiKey,
          PAYMENTS_STRIPE_EVENT_SECRET: secrets.stripeEventSecret,
          PAYMENTS_CARD_PROVIDER: 'sandbox',
        }),
    ...(addresses.ratesUrl === undefined
      ? {}
      : {
          EXCHANGE_RATE_BASE_URL: addresses.ratesUrl,
          EXCHANGE_RATE_API_KEY: secrets.ratesApiKey,
          FX_REFERENCE_RATES_URL: `${addresses.ratesUrl}/eurofxref-hist-90d.xml`,
        }),
    ...(addresses.llmUrl === undefined
      ? {}
      : {
          LLM_PROVIDER_A_BASE_URL: `${addresses.llmUrl}/a/v1`,
          LLM_PROVIDER_A_API_KEY: secrets.llmApiKeyA,
          LLM_PROVIDER_B_BASE_URL: `${addresses.llmUrl}/b`,
          LLM_PROVIDER_B_API_KEY: secrets.llmApiKeyB,
          LLM_MODEL_PRICING_MATRIX_JSON: JSON.stringify(sandboxPrices),
          LLM_ALLOWED_MODELS_JSON: JSON.stringify(Object.keys(sandboxPrices)),
        }),
    ...(addresses.smtpUrl === undefined
      ? {}
      : {
          MAIL_SMTP_URL: addresses.smtpUrl,
          MAIL_FROM: 'Purveyor <no-reply@purveyor.example>',
        }),
    ...(addresses.imagingUrl === undefined ? {} : { IMAGE_PROC_BASE_URL: addresses.imagingUrl }),
    ...(addresses.agentUrl === undefined ? {} : { AI_AGENT_BASE_URL: addresses.agentUrl }),
    ...(addresses.databaseUrl === undefined ? {} : { DOCUMENT_DB_URL: addresses.databaseUrl }),
  }
}

/** One model family of each provider of the sandbox, in US dollars for a million tokens. */
const sandboxPrices = {
  'gpt-5': {
    provider: 'A',
    inputPerMillion: '1.25',
    outputPerMillion: '10.00',
    cachedInputPerMillion: '0.125',
  },
  'claude-sonnet-5': {
    provider: 'B',
    inputPerMillion: '3.00',
    outputPerMillion: '15.00',
    cachedInputPerMillion: '0.30',
  },
}
