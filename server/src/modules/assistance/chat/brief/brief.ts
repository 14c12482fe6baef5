/** A place in a message of the buyer. Offsets count UTF-16 units: `text.slice(start, end)` is the evidence. */
export type Span = { readonly messageId: string; readonly start: number; readonly end: number }

export type Method = 'rule' | 'llm' | 'user'

/** A value, and where it comes from: a place in a message, or the person who entered it. */
export type Leaf<Value> = {
  readonly value: Value
  readonly confidence: number
  readonly source: Span | { readonly personId: string }
  readonly method: Method
}

export const qualifiers = ['max', 'about', 'exact'] as const
export const precisions = ['day', 'week', 'month'] as const

export type Amount = {
  readonly amount: string
  readonly currency?: string
  readonly qualifier?: (typeof qualifiers)[number]
}

export type NeededBy = { readonly date: string; readonly precision: (typeof precisions)[number] }

export type BriefItem = {
  readonly what?: Leaf<string>
  readonly quantity?: Leaf<string>
  /** A code of UN/ECE Recommendation 20. */
  readonly unit?: Leaf<string>
  readonly constraints: readonly Leaf<string>[]
  readonly targetUnitPrice?: Leaf<Amount>
  /** Where the buyer named the goods. A later extraction finds the item again by them, whatever a person has edited. */
  readonly anchors: readonly Span[]
}

export const questionFields = [
  'what',
  'quantity',
  'country',
  'neededBy',
  'budget',
  'unclear',
] as const

export type OpenQuestion = {
  readonly field: (typeof questionFields)[number]
  /** The position of the item in `items`. */
  readonly item?: number
  readonly question: string
  readonly options?: readonly string[]
}

/** The goods of one of several places. */
export type Delivery = {
  readonly country?: Leaf<string>
  readonly city?: Leaf<string>
  readonly items: readonly {
    /** The position of the item in `items`. */
    readonly item: number
    readonly quantity: Leaf<string>
  }[]
}

export type Brief = {
  readonly items: readonly BriefItem[]
  readonly budget?: Leaf<Amount>
  readonly currency?: Leaf<string>
  readonly deliverTo?: { readonly country?: Leaf<string>; readonly city?: Leaf<string> }
  /** Which goods go where, when the buyer names several places. */
  readonly deliveries?: readonly Delivery[]
  readonly neededBy?: Leaf<NeededBy>
  readonly notes: readonly Leaf<string>[]
  readonly openQuestions: readonly OpenQuestion[]
}

export const emptyBrief: Brief = { items: [], notes: [], openQuestions: [] }

export const constraintsMax = 50
export const notesMax = 100
export const textLengthMax = 2_000

export function isSpan(source: Leaf<unknown>['source']): source is Span {
  return 'messageId' in source
}

export function isEdit({ method }: Leaf<unknown>): boolean {
  return method === 'user'
}

export function overlap(one: Span, other: Span): boolean {
  return one.messageId === other.messageId && one.start < other.end && other.start < one.end
}

/** The single values of an item, without its constraints. */
export const itemFields = ['what', 'quantity', 'unit', 'targetUnitPrice'] as const

/** The places of the messages that an item was read from. The name of the goods comes first. */
export function spansOf(item: BriefItem): Span[] {
  const leaves = [...itemFields.map((field) => item[field]), ...item.constraints]
  return leaves.flatMap((leaf) => (leaf && isSpan(leaf.source) ? [leaf.source] : []))
}

/** A leaf that the person has removed, by the field and the place where the buyer said it. */
export type Removal = {
  readonly field:
    | 'item'
    | (typeof itemFields)[number]
    | 'constraint'
    | 'budget'
    | 'currency'
    | 'country'
    | 'city'
    | 'neededBy'
    | 'note'
  readonly span: Span
}

/** The oldest are forgotten first. A session has room for fewer values. */
export const removalsMax = 2_000
