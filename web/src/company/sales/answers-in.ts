import type { AnswerOrder, SaleLine } from './sales-api.ts'
import { textIn } from './step-form.tsx'

export const answerStates = ['ACCEPTED', 'CHANGED', 'BACKORDERED', 'REJECTED'] as const

export type AnswerState = (typeof answerStates)[number]

type LineAnswer = AnswerOrder['lines'][number]

/** The name of a field of a line. */
export const fieldOf = (name: string, { lineNumber }: Pick<SaleLine, 'lineNumber'>): string =>
  `${name} ${lineNumber}`

/** What the form says about the lines. A line without a state is not answered. */
export function answersIn(form: FormData, lines: readonly SaleLine[]): AnswerOrder {
  const note = textIn(form, 'note')
  return {
    lines: lines.flatMap((line) => answerOf(form, line) ?? []),
    ...(note !== '' && { note }),
  }
}

function answerOf(form: FormData, line: SaleLine): LineAnswer | undefined {
  const { lineNumber } = line
  const field = (name: string) => textIn(form, fieldOf(name, line))
  const status = answerStates.find((state) => state === field('status'))
  const [promisedDate, note] = [field('day'), field('note')]
  const noted = note === '' ? {} : { note }
  const promised = promisedDate === '' ? {} : { promisedDate }
  switch (status) {
    case 'ACCEPTED':
      return { lineNumber, status, ...promised }
    case 'CHANGED':
      return { lineNumber, status, ...promised, ...noted, ...changesIn(field, line) }
    case 'BACKORDERED':
      return { lineNumber, status, promisedDate, ...noted }
    case 'REJECTED':
      return { lineNumber, status }
    default:
      return undefined
  }
}

function changesIn(field: (name: string) => string, { unitPrice: { currency } }: SaleLine) {
  const [quantity, amount, productId] = [field('quantity'), field('price'), field('substitute')]
  return {
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(amount !== '' && { unitPrice: { amount, currency } }),
    ...(productId !== '' && { substituteProductId: productId }),
  }
}
