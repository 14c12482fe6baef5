import type { Id } from '#kernel/id'

/** The kinds of accounting codes. Each has its list below `/api/v1/company`, and ids with a prefix of its own. */
export const codeKinds = {
  COST_CENTER: {
    prefix: 'cce',
    url: '/api/v1/company/cost-centers',
    name: 'CostCenter',
    what: 'cost centre',
  },
  GL_ACCOUNT: {
    prefix: 'gla',
    url: '/api/v1/company/gl-accounts',
    name: 'GlAccount',
    what: 'GL account',
  },
  PROJECT: {
    prefix: 'prj',
    url: '/api/v1/company/projects',
    name: 'Project',
    what: 'project',
  },
} as const

export type CodeKind = keyof typeof codeKinds

export const codeKindNames = Object.keys(codeKinds) as CodeKind[]

/** A cost centre, a GL account or a project, as the accounting of the company knows it. */
export type AccountingCode = {
  readonly id: Id<'cce' | 'gla' | 'prj'>
  readonly companyId: Id<'co'>
  readonly kind: CodeKind
  readonly code: string
  readonly name: string
  readonly unitId: string | undefined
  /** The first and the last day on which orders may name it, in the time zone of the company. */
  readonly validFrom: string | undefined
  readonly validTo: string | undefined
  readonly externalId: string | undefined
  readonly endedAt: Date | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** The most codes of one kind in a company, with those that have ended. */
export const codesMax = 50_000

/** Equal for codes that differ in case, in blanks or in the form of their characters only. */
export function codeKeyOf(code: string): string {
  return code.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}
