export const sourceKinds = ['site', 'sitemap', 'feed'] as const
export type SourceKind = (typeof sourceKinds)[number]

export type SourceState = 'ACTIVE' | 'PAUSED'

export type SourceKey = { readonly companyId: string; readonly id: string }

export type Source = SourceKey & {
  readonly name: string
  readonly kind: SourceKind
  readonly url: string
  readonly supplierId: string | undefined
  /** True: an operator has linked the supplier, or it is the company of the source. Only then offer requests reach it. */
  readonly isSupplierConfirmed: boolean
  readonly state: SourceState
  /** Undefined: it is read only when somebody asks. */
  readonly everyHours: number | undefined
  readonly nextRunAt: Date | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
}
