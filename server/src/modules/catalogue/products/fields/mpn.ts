import { Type } from 'typebox'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'

export const mpn = {
  name: 'mpn',
  headers:
    'mpn manufacturerpartnumber manufactureraid manufacturerpid partnumber herstellernummer herstellerartikelnummer herstellernr hersteller_nr referencefabricant reffabricant',
  read: (record, name) => record.line(name, 300),
  digest: 5,
  column: textColumn('mpn'),
  absent: '',
  view: {
    schema: Type.String({ description: 'The part number or name of the manufacturer.' }),
  },
  bmecat: { part: 'DETAILS', element: 'MANUFACTURER_PID', before: 'MANUFACTURER_AID' },
  google: 'mpn',
  search: 'words',
  example: ['125-A', '125-B'],
} as const satisfies Field<string>
