import type { ConditionInput } from '../editing/automation.ts'
import { type ConditionProblem, compileCondition } from './compile.ts'
import { findFailing } from './constants.ts'
import type { ConditionEnvironment } from './environment.ts'
import { type ConditionForm, compileForm, testsOf } from './form.ts'

/** The result of checking a condition that somebody wants to save. */
export type Accepted =
  | { readonly outcome: 'accepted'; readonly condition: string }
  | { readonly outcome: 'invalid'; readonly problem: ConditionProblem }
  /** A row of a form has a value that its operator cannot use. */
  | { readonly outcome: 'form_invalid' }
  /** A row of a form compares text with a number. `value` is the number as text. */
  | {
      readonly outcome: 'form_number'
      readonly field: string
      readonly operator: string
      readonly value: string
    }

/** Without a condition a rule runs for every event of its kind. */
const always = 'true'

/** Evaluates the parts that read nothing of an event, so only child processes may call this. */
export function acceptCondition(
  environment: ConditionEnvironment,
  condition: ConditionInput,
): Accepted {
  const text = typeof condition === 'string' ? condition.trim() : compileForm(condition)
  if (text === undefined) return { outcome: 'form_invalid' }
  const compiled = compileCondition(environment, text || always)
  if (!compiled.ok) {
    const number = typeof condition === 'string' ? undefined : findNumber(environment, condition)
    return number ?? { outcome: 'invalid', problem: compiled.problem }
  }
  const failing = findFailing(environment, text, compiled.run.ast)
  if (failing) return { outcome: 'invalid', problem: failing }
  return { outcome: 'accepted', condition: text || always }
}

/** Amounts are text in events. A person who filled in a form never saw the CEL that an error would quote. */
function findNumber(environment: ConditionEnvironment, form: ConditionForm): Accepted | undefined {
  const fits = (cel: string | undefined) =>
    cel !== undefined && compileCondition(environment, cel).ok
  for (const row of testsOf(form)) {
    if (typeof row.value !== 'number') continue
    const value = String(row.value)
    const { field, operator } = row
    const asText = compileForm({ all: [{ ...row, value }] })
    if (!fits(compileForm({ all: [row] })) && fits(asText)) {
      return { outcome: 'form_number', field, operator, value }
    }
  }
  return undefined
}
