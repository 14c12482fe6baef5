import type { Leaf } from '../brief.ts'
import type { Range } from './sentences.ts'

export type Sentence = Range & {
  readonly hasRequest: boolean
  readonly isList: boolean
  /** Whether a word such as “make” or “doch” changes what was said before. */
  readonly isCorrection: boolean
  /** Whether it changes what the same message said before. */
  readonly isStrongCorrection: boolean
  /** Whether it asks for goods that it does not count: `Do you have shelves?` */
  readonly asksForStock: boolean
  /** Whether it says `qty` or `Mengen`. */
  readonly namesQuantities: boolean
  hasItem: boolean
  /** Whether the phrase before was a report: the next one is a part of it until it asks. */
  isReport: boolean
  /** Goods that a correction names before their new number. */
  pending: Leaf<string> | undefined
}
