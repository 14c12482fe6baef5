import {
  codeLists,
  conditionFlags,
  hasApprovers,
  type RuleForm,
  ruleStepsMax,
  type ShownRule,
  stepField,
  valuesOf,
} from '#pages/account'

const chosenLists = [
  'unitIds',
  'requesterIds',
  'requesterRoles',
  'supplierIds',
  'categoryIds',
] as const
const numberFields = ['position', 'timeoutHours', 'remindAfterHours', 'escalateAfterHours'] as const

/** The fields of the form of a rule. */
export function fieldsOf(rule: ShownRule): RuleForm {
  const { name, conditions, steps } = rule
  const { amountFrom } = conditions
  const numbers = numberFields.flatMap((field) =>
    rule[field] === undefined ? [] : [[field, String(rule[field])]],
  )
  const chosen = chosenLists.flatMap((list) => numbered(list, conditions[list]))
  const codes = codeLists.map((list) => [list, (conditions[list] ?? []).join(', ')])
  const flags = conditionFlags.filter((flag) => conditions[flag]).map((flag) => [flag, 'yes'])
  const ofSteps = steps.flatMap(({ mode, people, role, mayReduce }, at) => {
    const step = stepField(at + 1)
    return [
      [`${step}.mode`, mode],
      ...numbered(`${step}.people`, people),
      ...(role ? [[`${step}.role`, role]] : []),
      ...(mayReduce ? [[`${step}.mayReduce`, 'yes']] : []),
    ]
  })
  return {
    name,
    amount: amountFrom?.amount ?? '',
    currency: amountFrom?.currency ?? '',
    ...Object.fromEntries([...numbers, ...chosen, ...codes, ...flags, ...ofSteps]),
  }
}

/** A role is its own place: its field is a box, and not one of several choices. */
function numbered(name: string, values: readonly string[] = []): readonly (readonly string[])[] {
  return values.map((value, at) => [`${name}.${name === 'requesterRoles' ? value : at + 1}`, value])
}

/** The rule as the API takes it. The API decides whether it is valid. */
export function ruleIn(form: RuleForm): object {
  const amount = (form.amount ?? '').trim().replace(',', '.')
  const currency = (form.currency ?? '').trim().toUpperCase()
  const numbers = numberFields.flatMap((field) => {
    const typed = form[field]?.trim() ?? ''
    return typed === '' ? [] : [[field, Number(typed)]]
  })
  return {
    name: form.name,
    ...Object.fromEntries(numbers),
    conditions: {
      ...(amount !== '' && { amountFrom: { amount, currency } }),
      ...Object.fromEntries(chosenLists.flatMap((list) => given(list, valuesOf(form, list)))),
      ...Object.fromEntries(codeLists.flatMap((list) => given(list, codesIn(form[list])))),
      ...Object.fromEntries(
        conditionFlags.filter((flag) => form[flag] !== undefined).map((flag) => [flag, true]),
      ),
    },
    steps: stepsIn(form),
  }
}

function given(name: string, values: readonly string[]) {
  return values.length > 0 ? [[name, [...new Set(values)]] as const] : []
}

const codesIn = (typed = '') =>
  typed
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

function stepsIn(form: RuleForm): readonly object[] {
  const steps = Array.from({ length: ruleStepsMax }, (_, at) => at + 1)
  return steps
    .filter((step) => hasApprovers(form, step))
    .map((step) => {
      const field = stepField(step)
      const role = form[`${field}.role`]
      return {
        mode: form[`${field}.mode`],
        people: [...new Set(valuesOf(form, `${field}.people`))],
        ...(role !== undefined && { role }),
        mayReduce: form[`${field}.mayReduce`] !== undefined,
      }
    })
}
