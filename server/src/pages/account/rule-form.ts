import { companyRoles } from '#kernel/roles'
import { conditionFlags, type RuleNames, roleName } from './approval-rule.ts'
import { type Html, html } from './layout.ts'
import type { AccountKey, AccountWords } from './words.ts'

/** The fields of the form by their names, as the rule has them or as the person typed them. */
export type RuleForm = Readonly<Record<string, string>>

export const ruleStepsMax = 10

/** 100 codes of 100 characters, with what separates them. */
export const codesTextMax = 10_200

export const codeLists = ['costCenters', 'glAccounts', 'projects'] as const
const hourFields = ['timeoutHours', 'remindAfterHours', 'escalateAfterHours'] as const

/** The values of the fields `name.1`, `name.2` and so on that are not empty. */
export function valuesOf(form: RuleForm, name: string): readonly string[] {
  return Object.entries(form)
    .filter(([field, value]) => field.startsWith(`${name}.`) && value.trim() !== '')
    .map(([, value]) => value)
}

/** A form without a script: each list has one more field than values, and there is one more step than the rule has. */
export function ruleFields(words: AccountWords, form: RuleForm, names: RuleNames): Html {
  const { t } = words
  const steps = Array.from({ length: ruleStepsMax }, (_, at) => at + 1)
  const last = steps.findLast((step) => hasApprovers(form, step)) ?? 0
  return html`${textField(words, form, 'name', { isRequired: true, maxLength: 100 })}
${numberField(words, form, 'position', { min: 0, max: 1000 })}
<h2>${t('rules.when')}</h2>
<p class="quiet">${t('rules.whenHint')}</p>
${textField(words, form, 'amount', { maxLength: 20 })}
${textField(words, form, 'currency', { maxLength: 3 })}
${choices(words, form, 'unitIds', names.units)}
${choices(words, form, 'requesterIds', names.members)}
${checks(
  t('rules.field.requesterRoles'),
  companyRoles.map((role) => ({
    field: `requesterRoles.${role}`,
    value: role,
    text: roleName(words, role),
  })),
  form,
)}
${choices(words, form, 'supplierIds', names.suppliers)}
${choices(words, form, 'categoryIds', names.categories)}
${codeLists.map((field) => textField(words, form, field, { maxLength: codesTextMax }))}
${checks(
  t('rules.field.flags'),
  conditionFlags.map((flag) => ({ field: flag, value: 'yes', text: t(`rule.flag.${flag}`) })),
  form,
)}
<h2>${t('rules.who')}</h2>
<p class="quiet">${t('rules.whoHint')}</p>
${steps.slice(0, last + 1).map((step) => stepFields(words, form, names, step))}
<h2>${t('rules.times')}</h2>
<p class="quiet">${t('rules.timesHint')}</p>
${hourFields.map((field) => numberField(words, form, field, { min: 1, max: field === 'timeoutHours' ? 144 : 143 }))}`
}

export const stepField = (step: number): string => `step${step}`

/** A step without approvers is not there, so that the empty one at the end adds none. */
export function hasApprovers(form: RuleForm, step: number): boolean {
  const field = stepField(step)
  return form[`${field}.role`] !== undefined || valuesOf(form, `${field}.people`).length > 0
}

function stepFields(words: AccountWords, form: RuleForm, names: RuleNames, step: number): Html {
  const { t } = words
  const field = stepField(step)
  const isAll = form[`${field}.mode`] === 'ALL'
  return html`<fieldset><legend>${t('rules.step', { step })}</legend>
<label class="field" for="${field}.mode">${t('rules.field.mode')}</label>
<select id="${field}.mode" name="${field}.mode"><option value="ANY"${!isAll && selected}>${t('rules.mode.ANY')}</option><option value="ALL"${isAll && selected}>${t('rules.mode.ALL')}</option></select>
${choices(words, form, 'people', names.members, `${field}.people`)}
${checks(
  t('rules.field.more'),
  [
    { field: `${field}.role`, value: 'approver', text: t('rules.field.role') },
    { field: `${field}.mayReduce`, value: 'yes', text: t('rules.field.mayReduce') },
  ],
  form,
)}</fieldset>`
}

type Label = 'unitIds' | 'requesterIds' | 'supplierIds' | 'categoryIds' | 'people'

/** A field for each value, and one for a further value. */
function choices(
  { t }: AccountWords,
  form: RuleForm,
  label: Label,
  names: ReadonlyMap<string, string>,
  name: string = label,
): Html {
  const values = valuesOf(form, name)
  const options = new Map([...values.map((value) => [value, value] as const), ...names])
  return html`${[...values, ''].map((value, at) => {
    const field = `${name}.${at + 1}`
    return html`<label class="field" for="${field}">${t(`rules.choice.${label}`, { place: at + 1 })}</label>
<select id="${field}" name="${field}"><option value="">${t('rules.noChoice')}</option>${[...options].map(([id, text]) => html`<option value="${id}"${id === value && selected}>${text}</option>`)}</select>`
  })}`
}

type Check = { readonly field: string; readonly value: string; readonly text: string }

function checks(legend: string, boxes: readonly Check[], form: RuleForm): Html {
  return html`<fieldset><legend>${legend}</legend>
<ul class="scopes">${boxes.map(({ field, value, text }) => html`<li><label class="scope"><input type="checkbox" name="${field}" value="${value}"${form[field] !== undefined && html` checked`}><span>${text}</span></label></li>`)}</ul></fieldset>`
}

type TextField = 'name' | 'amount' | 'currency' | (typeof codeLists)[number]

function textField(
  { t }: AccountWords,
  form: RuleForm,
  field: TextField,
  { maxLength, isRequired = false }: { readonly maxLength: number; readonly isRequired?: boolean },
): Html {
  return html`<label class="field" for="${field}">${t(`rules.field.${field}`)}</label>
<input id="${field}" name="${field}" type="text" maxlength="${maxLength}"${isRequired && html` required`} value="${form[field] ?? ''}">`
}

function numberField(
  { t }: AccountWords,
  form: RuleForm,
  field: 'position' | (typeof hourFields)[number],
  { min, max }: { readonly min: number; readonly max: number },
): Html {
  const label = `rules.field.${field}` satisfies AccountKey
  return html`<label class="field" for="${field}">${t(label)}</label>
<input id="${field}" name="${field}" type="number" min="${min}" max="${max}" value="${form[field] ?? ''}">`
}

const selected = html` selected`
