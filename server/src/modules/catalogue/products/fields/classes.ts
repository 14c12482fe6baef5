import { textsColumn } from './column.ts'
import { type Field, listCell, sameList } from './field.ts'

/** Its classes in classification systems: `ECLASS-5.1=23110101`. */
export const classes = {
  name: 'classes',
  headers: 'classes classification eclass etim klassifikation',
  read: (record, name) => record.list(name, 20, 100),
  digest: 18,
  column: textsColumn('classes'),
  absent: [],
  isSame: sameList,
  cell: listCell,
  example: [['ECLASS-5.1=19010203'], ['ETIM-7.0=EC000001']],
} as const satisfies Field<readonly string[]>
