import {
  type ConditionList,
  conditionFlags,
  type RuleNames,
  roleName,
  type ShownRule,
} from './approval-rule.ts'
import { accountLayout, alert, formToken, type Html, html, type Viewer } from './layout.ts'
import { type RuleForm, ruleFields } from './rule-form.ts'
import type { AccountKey, AccountWords } from './words.ts'

export type ApprovalRulesPage = {
  readonly viewer: Viewer
  readonly rules: readonly ShownRule[]
  readonly names: RuleNames
}

export type ApprovalRulePage = {
  readonly viewer: Viewer
  /** Undefined: a new one. */
  readonly rule: ShownRule | undefined
  readonly form: RuleForm
  readonly names: RuleNames
  /** A form that is sent twice makes one rule. */
  readonly key: string
  readonly problem?: string | undefined
}

export function approvalRulesPage(words: AccountWords, page: ApprovalRulesPage): string {
  const { t } = words
  const { viewer, rules, names } = page
  const title = t('rules.title')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
<p class="quiet">${t('rules.about')}</p>
<p><a class="big" href="/account/approval-rules/new">${t('rules.new')}</a></p>
${rules.length === 0 && html`<p>${t('rules.none')}</p>`}
${rules.map(
  (rule) =>
    html`<h2><a href="/account/approval-rules/${rule.id}">${rule.name}</a></h2>${inWords(words, rule, names)}`,
)}`,
    { viewer, isWide: true },
  )
}

export function approvalRulePage(words: AccountWords, page: ApprovalRulePage): string {
  const { t } = words
  const { viewer, rule, form, names, key, problem } = page
  const title = rule?.name ?? t('rules.new')
  const address = `/account/approval-rules${rule ? `/${rule.id}` : ''}`
  const submit = rule ? t('rules.save') : t('rules.create')
  return accountLayout(
    words,
    title,
    html`<h1>${title}</h1>
${alert(problem)}
${rule && html`${inWords(words, rule, names)}<h2>${t('rules.change')}</h2>`}
<p class="quiet">${t('rules.waiting')}</p>
<form method="post" action="${address}" aria-label="${submit}">
${formToken(viewer.formToken)}
${!rule && html`<input type="hidden" name="key" value="${form.key ?? key}">`}
${ruleFields(words, form, names)}
<div class="actions"><button class="primary" type="submit" name="step" value="save">${submit}</button></div>
</form>
${
  rule &&
  html`<h2>${t('rules.end')}</h2>
<form method="post" action="${address}" aria-label="${t('rules.end')}">
${formToken(viewer.formToken)}
<p class="quiet">${t('rules.endAbout')}</p>
<div class="actions"><button type="submit" name="step" value="end">${t('rules.end')}</button></div>
</form>`
}
<p class="end"><a href="/account/approval-rules">${t('rules.title')}</a></p>`,
    { viewer, isWide: true },
  )
}

function inWords(words: AccountWords, rule: ShownRule, names: RuleNames): Html {
  const { t } = words
  const conditions = conditionTexts(words, rule, names)
  return html`<p><b>${t('rules.when')}</b></p>
<ul>${conditions.map((text) => html`<li>${text}</li>`)}</ul>
<p><b>${t('rules.who')}</b></p>
<ol>${rule.steps.map((step) => html`<li>${stepText(words, step, names)}</li>`)}</ol>
<p class="small quiet">${timeTexts(words, rule).join(' ')}</p>`
}

function conditionTexts(
  words: AccountWords,
  { conditions }: ShownRule,
  names: RuleNames,
): readonly string[] {
  const { t, money, anyOf } = words
  const named: readonly (readonly [ConditionList, (value: string) => string | undefined])[] = [
    ['unitIds', (id) => names.units.get(id)],
    ['requesterIds', (id) => names.members.get(id)],
    ['requesterRoles', (role) => roleName(words, role)],
    ['supplierIds', (id) => names.suppliers.get(id)],
    ['categoryIds', (id) => names.categories.get(id)],
    ['costCenters', (code) => code],
    ['glAccounts', (code) => code],
    ['projects', (code) => code],
  ]
  const texts = [
    ...(conditions.amountFrom
      ? [t('rule.amountFrom', { amount: money(conditions.amountFrom) })]
      : []),
    ...named.flatMap(([field, nameOf]) => {
      const values = (conditions[field] ?? []).map((value) => nameOf(value) ?? value)
      return values.length > 0 ? [t(`rule.list.${field}`, { values: anyOf(values) })] : []
    }),
    ...conditionFlags.filter((flag) => conditions[flag]).map((flag) => t(`rule.flag.${flag}`)),
  ]
  return texts.length > 0 ? texts : [t('rules.every')]
}

function stepText(
  { t, list }: AccountWords,
  { mode, people = [], role, mayReduce }: ShownRule['steps'][number],
  { members }: RuleNames,
): string {
  const named = people.map((id) => members.get(id) ?? t('person.left'))
  const all = role ? [...named, t('rules.everyApprover')] : named
  const who = t(mode === 'ALL' ? 'approval.allOf' : 'approval.anyOf', { people: list(all) })
  return mayReduce ? `${who}. ${t('rules.reduces')}` : `${who}.`
}

function timeTexts({ t }: AccountWords, rule: ShownRule): readonly string[] {
  const { timeoutHours, remindAfterHours, escalateAfterHours } = rule
  const after = (hours: number | undefined, key: AccountKey, standard: AccountKey) =>
    hours === undefined ? t(standard) : t(key, { count: hours })
  return [
    t('rules.expires', { count: timeoutHours }),
    after(remindAfterHours, 'rules.reminds', 'rules.remindsByDefault'),
    after(escalateAfterHours, 'rules.escalates', 'rules.escalatesByDefault'),
  ]
}
