/** An event that a subscription has moved past without recording it. */
export type SetAsideEvent = {
  readonly subscription: string
  readonly companyId: string
  /** Events of one line of a company are recorded in order. */
  readonly line: string
  readonly position: number
  readonly eventId: string
  readonly type: string
  readonly failures: number
  /** Undefined for an event that has only waited behind another one. */
  readonly lastError: string | undefined
  /** How many processes have died over it. After three deaths it is tried only when an operator retries it. */
  readonly deaths: number
  readonly setAsideAt: Date
  readonly availableAt: Date
}

/** Events of a line are tried one by one. Lines are independent of each other. */
export function lineKey({ companyId, line }: Pick<SetAsideEvent, 'companyId' | 'line'>): string {
  return `${companyId} ${line}`
}
