import { Type } from 'typebox'

/** The lines that a form is about, in one field: `1,2,5`. */
export const LineNumbers = Type.String({
  pattern: '^[0-9]{1,6}(?:,[0-9]{1,6}){0,499}$',
  maxLength: 3_500,
})

export function numbersIn(lineNumbers: string): number[] {
  return lineNumbers.split(',').map(Number)
}
