import type { Arbitrary, AsyncCommand } from 'fast-check'
import { type Model, observe, type Trade } from './trade.ts'

/** How often each kind of step was taken: a run in which one was never taken has proved nothing of it. */
export type Tally = Map<string, number>

type Step = AsyncCommand<Model, Trade>

/** As fast-check draws it: the higher its weight beside the others, the oftener. */
export type WeightedStep = { readonly weight: number; readonly arbitrary: Arbitrary<Step> }

type Kind<Input> = {
  readonly name: string
  readonly input: Arbitrary<Input>
  readonly weight?: number
  /** Unless there is something that it could be done to, it is left out. */
  readonly can?: (model: Model) => boolean
  /** Does it, says what has to come of it, and changes the model by what it did at once. */
  readonly run: (model: Model, real: Trade, input: Input) => Promise<void>
}

/** After each step everything is read and compared. */
export function stepOf<Input>(tally: Tally, kind: Kind<Input>): WeightedStep {
  const { name, input, weight = 2, can = () => true, run } = kind
  const arbitrary = input.map(
    (given): Step => ({
      check: (model) => can(model),
      run: async (model, real) => {
        tally.set(name, (tally.get(name) ?? 0) + 1)
        await run(model, real, given)
        await observe(model, real)
      },
      toString: () => `${name}(${JSON.stringify(given)})`,
    }),
  )
  return { weight, arbitrary }
}
