import { Type } from 'typebox'
import { currencyForm } from './code-forms.ts'
import { record } from './record.ts'

/** The one shape of money in requests, answers and events. A JSON number could lose cents. */
export const MoneySchema = record('Money', 'A decimal string and its ISO 4217 currency.', {
  amount: Type.String({ pattern: '^-?[0-9]+([.][0-9]+)?$', maxLength: 40, examples: ['12.50'] }),
  currency: Type.String({ pattern: currencyForm, maxLength: 3, examples: ['EUR'] }),
})
