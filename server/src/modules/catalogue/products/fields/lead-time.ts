import { integerColumn } from './column.ts'
import type { Field } from './field.ts'

/** Days until dispatch. */
export const leadTimeDays = {
  name: 'leadTimeDays',
  headers:
    'leadtimedays leadtime deliverytime deliverydays lieferzeit lieferzeittage delai delailivraison',
  read: (record, name) => record.count(name, 0),
  digest: 14,
  column: integerColumn('lead_time_days'),
  absent: 3,
  bmecat: { part: 'DETAILS', element: 'DELIVERY_TIME' },
  example: [2, 5],
} as const satisfies Field<number>
