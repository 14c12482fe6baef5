/** An event that a subscription has moved past and not recorded. */
export type SetAsideEvent = {
  readonly subscription: string
  readonly companyId: string
  /** What is recorded in order, in the company. */
  readonly line: string
  readonly position: number
  readonly eventId: string
  readonly type: string
  readonly failures: number
  /** Undefined of one that has only waited behind another. */
  readonly lastError: string | undefined
  /** How many processes have died over it. After three it is tried only when an operator retries it. */
  readonly deaths: number
  readonly setAsideAt: Date
  readonly availableAt: Date
}

/** Events are tried one by one in a line, and lines know nothing of each other. */
export function lineKey({ companyId, line }: Pick<SetAsideEvent, 'companyId' | 'line'>): string {
  return `${companyId} ${line}`
}
