import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export type ProviderName = 'A' | 'B'

const decimal = Type.String({ pattern: '^[0-9]{1,6}([.][0-9]{1,9})?$' })

/** Names of models and families: what can be part of an incident key. */
export const modelPattern = '^[A-Za-z0-9_:/-]+([.][A-Za-z0-9_:/-]+)*$'
export const modelLengthMax = 120

/** The prices of each model family, in US dollars for a million tokens. */
const PricingMatrix = Type.Record(
  Type.String(),
  Type.Object(
    {
      provider: Type.Enum(['A', 'B']),
      inputPerMillion: decimal,
      outputPerMillion: decimal,
      cachedInputPerMillion: Type.Optional(decimal),
      free: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
)
type Matrix = Static<typeof PricingMatrix>

const AllowedModels = Type.Array(Type.String({ minLength: 1 }))

/** Femto-dollars (10^-15) per token. */
export type Price = {
  readonly inputFemto: bigint
  readonly outputFemto: bigint
  readonly cachedInputFemto: bigint
  /** Declared free: a cost of zero is then no mistake. */
  readonly isFree: boolean
}

export type Family = {
  readonly name: string
  readonly provider: ProviderName
  readonly price: Price
  readonly isAllowed: boolean
}

export type PricingProblem = { readonly of: 'pricing' | 'allowed'; readonly problem: string }

/** Reads both settings. Without an allowed list no family is open. */
export function readFamilies(
  pricingJson: string | undefined,
  allowedJson: string | undefined,
): { readonly families: readonly Family[]; readonly problems: readonly PricingProblem[] } {
  const problems: PricingProblem[] = []
  const matrix = parse<Matrix>(pricingJson, PricingMatrix, {})
  const allowed = parse<string[]>(allowedJson, AllowedModels, [])
  if (!matrix) {
    const problem = 'must be a JSON object of families with provider and decimal prices'
    problems.push({ of: 'pricing', problem })
  }
  if (!allowed) {
    problems.push({ of: 'allowed', problem: 'must be a JSON array of model family names' })
  }
  if (!matrix || !allowed) return { families: [], problems }
  for (const name of Object.keys(matrix)) {
    const problem = nameProblem(name) ?? freeProblem(name, matrix[name])
    if (problem) problems.push({ of: 'pricing', problem })
  }
  for (const name of allowed.filter((each) => !Object.hasOwn(matrix, each))) {
    const problem = `approves ${JSON.stringify(name)}, which LLM_MODEL_PRICING_MATRIX_JSON does not price`
    problems.push({ of: 'allowed', problem })
  }
  const families = Object.entries(matrix).map(([name, entry]) =>
    toFamily(name, entry, allowed.includes(name)),
  )
  return { families, problems }
}

function parse<Parsed>(
  text: string | undefined,
  schema: object,
  absent: Parsed,
): Parsed | undefined {
  if (text === undefined) return absent
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(schema, value) ? (value as Parsed) : undefined
  } catch {
    return undefined
  }
}

const nameShape = new RegExp(modelPattern)

function nameProblem(name: string): string | undefined {
  if (name.length <= modelLengthMax && nameShape.test(name)) return undefined
  return `prices ${JSON.stringify(name.slice(0, 40))}, which cannot be the name of a model`
}

function freeProblem(name: string, entry: Matrix[string] | undefined): string | undefined {
  if (!entry?.free) return undefined
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = '0' } = entry
  const costs = [inputPerMillion, outputPerMillion, cachedInputPerMillion].some(
    (price) => femtoOf(price) !== 0n,
  )
  return costs ? `declares ${JSON.stringify(name)} free and gives it a price` : undefined
}

function toFamily(name: string, entry: Matrix[string], isAllowed: boolean): Family {
  const { provider, inputPerMillion, outputPerMillion, cachedInputPerMillion, free } = entry
  const price = {
    inputFemto: femtoOf(inputPerMillion),
    outputFemto: femtoOf(outputPerMillion),
    cachedInputFemto: femtoOf(cachedInputPerMillion ?? inputPerMillion),
    isFree: free === true,
  }
  return { name, provider: provider as ProviderName, price, isAllowed }
}

/** Dollars per million tokens, with up to nine decimals, are whole femto-dollars per token. */
export function femtoOf(perMillion: string): bigint {
  const [whole = '0', decimals = ''] = perMillion.split('.')
  return BigInt(whole) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'))
}

/** How providers name a version of a model: the latest, of a day, or a build. */
const version = /^-(latest|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{3,})$/

/**
 * The family of a model: the family has the model's name, or the model is a version of it. Any other ending could name a dearer
 * model. Of two families the longer one decides, so that a family that is not allowed is never replaced by a shorter one that is.
 */
export function familyOf(families: readonly Family[], model: string): Family | undefined {
  return families
    .filter(
      ({ name }) =>
        model === name || (model.startsWith(name) && version.test(model.slice(name.length))),
    )
    .reduce<Family | undefined>(
      (longest, family) =>
        longest && longest.name.length >= family.name.length ? longest : family,
      undefined,
    )
}
