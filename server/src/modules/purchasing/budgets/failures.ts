import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'
import { budgetKinds } from './budget.ts'

export const fail = defineFailures('budgets', {
  amount_invalid: {
    status: 400,
    message:
      'The limit is not valid. Use zero or more, with no more decimals than its currency has.',
    details: { amount: Type.String(), currency: Type.String() },
  },
  currency_unknown: {
    status: 400,
    message: 'The currency is unknown. Use a three-letter code of ISO 4217, such as EUR.',
    details: { currency: Type.String() },
  },
  exceeded: {
    status: 422,
    message:
      'The purchase exceeds a budget or a spending limit; details.left is the amount that is left. Order less, or ask an administrator.',
    details: {
      budgetId: Type.String(),
      budget: Type.String(),
      kind: Type.Enum([...budgetKinds]),
      left: Type.Object({ amount: Type.String(), currency: Type.String() }),
      wanted: Type.Object({ amount: Type.String(), currency: Type.String() }),
    },
  },
  subject_required: {
    status: 400,
    message: 'A budget needs a cost centre or a unit. Send costCenter, unitId or both.',
  },
  budget_not_found: {
    status: 404,
    message: 'There is no such budget or spending limit. Take the id from the list.',
    details: { budgetId: Type.String() },
  },
  budgets_limit_reached: {
    status: 422,
    message: 'A company can have at most 500 budgets and spending limits. Change an existing one.',
    details: { limit: Type.Integer() },
  },
  person_unknown: {
    status: 422,
    message: 'There is no such active member of the company. Take the id from the list of members.',
    details: { personId: Type.String() },
  },
})
