import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { defineSettings, type SettingProblem } from '#platform/config'
import { defineModule } from '#platform/module'

const decimal = Type.String({ pattern: '^[0-9]{1,9}([.][0-9]{1,9})?$' })

/** The prices of one model family, in US dollars for a million tokens. */
export const PricingMatrix = Type.Record(
  Type.String({ minLength: 1 }),
  Type.Object(
    {
      provider: Type.Union([Type.Literal('A'), Type.Literal('B')]),
      inputPerMillion: decimal,
      outputPerMillion: decimal,
      cachedInputPerMillion: Type.Optional(decimal),
      free: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
)

const AllowedModels = Type.Array(Type.String({ minLength: 1 }))

const llmSettings = defineSettings(
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
    LLM_MODEL_PRICING_MATRIX_JSON: Type.Optional(
      Type.String({ description: 'Prices of model families, as a JSON object by family.' }),
    ),
    LLM_ALLOWED_MODELS_JSON: Type.Optional(
      Type.String({ description: 'The approved model families, as a JSON array of names.' }),
    ),
  }),
  (values) => {
    const problems: SettingProblem[] = []
    const pricing = parse(values.LLM_MODEL_PRICING_MATRIX_JSON, PricingMatrix)
    const allowed = parse(values.LLM_ALLOWED_MODELS_JSON, AllowedModels)
    if (pricing === malformed) {
      const problem = 'must be a JSON object of families with provider and decimal prices'
      problems.push({ name: 'LLM_MODEL_PRICING_MATRIX_JSON', problem })
    }
    if (allowed === malformed) {
      const problem = 'must be a JSON array of model family names'
      problems.push({ name: 'LLM_ALLOWED_MODELS_JSON', problem })
    }
    if (problems.length > 0 || !Array.isArray(allowed)) return problems
    const priced = new Set(Object.keys(pricing ?? {}))
    return allowed
      .filter((family) => !priced.has(family))
      .map((family) => ({
        name: 'LLM_ALLOWED_MODELS_JSON',
        problem: `approves ${JSON.stringify(family)}, which LLM_MODEL_PRICING_MATRIX_JSON does not price`,
      }))
  },
)

const malformed = Symbol('malformed')

function parse(text: string | undefined, schema: object): unknown {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(schema, value) ? value : malformed
  } catch {
    return malformed
  }
}

export const llmModule = defineModule({
  name: 'llm',
  settings: [llmSettings],
  make: () => ({ services: {} }),
})
