import type { Ticket } from '../api-types.ts'

export const priorities = [
  'URGENT',
  'HIGH',
  'NORMAL',
  'LOW',
] as const satisfies readonly Ticket['priority'][]
