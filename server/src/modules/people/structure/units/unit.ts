import type { Id } from '#kernel/id'

export const unitKinds = ['LEGAL_ENTITY', 'DEPARTMENT', 'SITE'] as const

export type UnitKind = (typeof unitKinds)[number]

/** A part of a company: people, accounting codes and further units belong to it. */
export type Unit = {
  readonly id: Id<'unt'>
  readonly companyId: Id<'co'>
  readonly name: string
  readonly kind: UnitKind
  /** Undefined: it stands at the top. */
  readonly parentId: string | undefined
  /** The id in another system of the company. */
  readonly externalId: string | undefined
  readonly endedAt: Date | undefined
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** The most units of a company that have not ended. */
export const unitsMax = 2_000
