import { type FailureDetails, PurveyorError } from '@purveyor/sdk'
import { api } from '../api.ts'
import type { InvoiceDetails } from '../api-types.ts'
import { type FieldProblem, fieldProblemsIn, sentence } from '../components/forms/refused-fields.ts'
import type { Words } from '../language/words.ts'
import {
  allFields,
  detailWords,
  type InvoiceDetailsChange,
  type InvoiceField,
  profiles,
} from './invoice-fields.ts'

const route = '/admin/companies/{companyId}/invoice-details'

export async function getInvoiceDetails(
  companyId: string,
  signal: AbortSignal,
): Promise<InvoiceDetails> {
  return (await api.get(route, { params: { path: { companyId } }, signal })).data
}

export async function changeInvoiceDetails(
  companyId: string,
  change: InvoiceDetailsChange,
): Promise<InvoiceDetails> {
  return (await api.patch(route, { params: { path: { companyId } }, body: change })).data
}

/** The problems that the API reports, by field. `others` belong to no single field. */
export type Problems = {
  readonly fields: Readonly<Partial<Record<InvoiceField, string>>>
  readonly others: readonly string[]
}

/** Undefined if the error names no field. */
export function problemsIn(words: Words, error: unknown): Problems | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  if (error.code === 'invoices.profile_incomplete') {
    return { fields: { profile: incompleteProfile(words, error.details) }, others: [] }
  }
  const problems = problemsOf(error)
  if (!problems) return undefined
  const fields: Partial<Record<InvoiceField, string>> = {}
  const others: string[] = []
  for (const { path, message } of problems) {
    const field = fieldOf(path)
    if (field) fields[field] = patternWords(words, field, message) ?? message
    else others.push(`${path} ${message}`.trim())
  }
  return { fields, others }
}

function problemsOf(error: PurveyorError): readonly FieldProblem[] | undefined {
  if (error.code === 'platform.request_invalid') return fieldProblemsIn(error)
  if (error.code !== 'invoices.details_invalid') return undefined
  return error.details.problems.map(({ field, problem }) => ({
    path: field.replaceAll('/', '.'),
    message: sentence(problem),
  }))
}

/** The API returns the pattern of its route. People need the rule in words. */
function patternWords({ find }: Words, field: InvoiceField, message: string): string | undefined {
  const isPattern = message.startsWith('Must have the form')
  return isPattern ? find(`invoiceDetails.pattern.${field}`) : undefined
}

/** The API reports an electronic address as a whole. Mostly its id is wrong. */
function fieldOf(path: string): InvoiceField | undefined {
  return path === 'electronicAddress'
    ? 'electronicAddress.id'
    : allFields.find((name) => name === path)
}

function incompleteProfile(
  words: Words,
  { profile, missing }: FailureDetails['invoices.profile_incomplete'],
): string {
  const { t, list } = words
  const format = profiles[profile]
  const details = list(missing.map((detail) => detailWords(words, detail)))
  return t('invoiceDetails.incomplete', { format, details })
}
