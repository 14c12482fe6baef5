import { Type } from 'typebox'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'

export const name = {
  name: 'name',
  headers:
    'name title productname description1 shortdescription descriptionshort bezeichnung artikelbezeichnung kurztext kurzbeschreibung produktname titel designation libelle nom titre descriptioncourte produktbezeichnung warenbezeichnung itemname articlename productdescription itemdescription designationarticle designationproduit libelleproduit nomproduit intitule',
  keys: ['title'],
  read: (record, name) => record.line(name, 500),
  digest: 1,
  column: textColumn('name'),
  view: { schema: Type.String() },
  google: 'title',
  search: 'words',
  example: ['Washer', 'Flat washer'],
} as const satisfies Field<string>
