import type { Known } from './largest-input.ts'
import type { Sent, WorstCaseStage } from './worst-case-stage.ts'

/** Records that exist before the measurement, for inputs to name. */
export type Prepared = {
  readonly stage: WorstCaseStage
  readonly known: Known
  readonly productIds: readonly string[]
  readonly partNumbers: readonly string[]
  readonly brands: readonly string[]
  readonly words: readonly string[]
  readonly categories: readonly string[]
}

/** Makes one request. Its preparation is not measured. */
export type Input = (prepared: Prepared) => Sent | Promise<Sent>

export const linesOf = ({ productIds }: Pick<Prepared, 'productIds'>, count: number) =>
  productIds.slice(0, count).map((productId) => ({ productId, quantity: 1 }))
