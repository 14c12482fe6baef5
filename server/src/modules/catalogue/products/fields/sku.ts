import { Type } from 'typebox'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'

/** The article number of the supplier. It identifies the product, so an import never changes it. */
export const sku = {
  name: 'sku',
  headers:
    'sku suppliersku supplieraid supplierpid articlenumber articleno itemnumber itemno partno productid id artikelnummer artikelnr artnr bestellnummer bestellnr referenz reference ref codearticle referencearticle numeroarticle articlecode productcode productno productnumber productref itemcode stockcode stockno catno catalogueno cataloguenumber orderno ordernumber ordercode bestellno matnr materialnummer refarticle refproduit codeproduit noarticle numarticle artikelno partnumbersku',
  keys: ['supplierSku'],
  read: (record) => record.sku,
  digest: 0,
  column: textColumn('sku'),
  view: { schema: Type.String({ description: 'The article number of the supplier.' }) },
  google: 'id',
  example: ['F-1', 'F-1'],
} as const satisfies Field<string>
