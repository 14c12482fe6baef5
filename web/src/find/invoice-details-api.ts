import { PurveyorError } from '@purveyor/sdk'
import { api } from '../api.ts'
import type { InvoiceDetails } from '../api-types.ts'
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

/** The API returns the pattern of its route. People need the rule in words. */
const patternWords: Readonly<Partial<Record<InvoiceField, string>>> = {
  'contact.email': 'An e-mail address has one @, and a domain behind it.',
  'electronicAddress.scheme': 'A scheme has four digits or two capital letters.',
}

/** Undefined if the error names no field. */
export function problemsIn(error: unknown): Problems | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  const { details, code } = error
  if (code === 'invoices.profile_incomplete') {
    return { fields: { profile: incompleteProfile(details) }, others: [] }
  }
  if (!Array.isArray(details.problems)) return undefined
  const fields: Partial<Record<InvoiceField, string>> = {}
  const others: string[] = []
  for (const problem of details.problems as Record<string, string>[]) {
    const words = problem.problem ?? problem.message ?? ''
    const path = (problem.field ?? problem.path ?? '')
      .replace(/^body[./]?/, '')
      .replaceAll('/', '.')
    const field = fieldOf(path)
    const isPattern = words.startsWith('must have the form')
    if (field) fields[field] = (isPattern && patternWords[field]) || sentence(words)
    else others.push(sentence(`${path} ${words}`.trim()))
  }
  return { fields, others }
}

/** The API reports an electronic address as a whole. Mostly its id is wrong. */
function fieldOf(path: string): InvoiceField | undefined {
  return path === 'electronicAddress'
    ? 'electronicAddress.id'
    : allFields.find((name) => name === path)
}

function incompleteProfile({ profile, missing }: Readonly<Record<string, unknown>>): string {
  const name = profiles[profile as InvoiceDetails['profile']] ?? 'This format'
  const details = Array.isArray(missing) ? missing.map(detailWords).join(', ') : 'more details'
  return `${name} needs more details of the company. Enter these first: ${details}.`
}

/** Validation messages of the API start in lower case and have no full stop. */
function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
