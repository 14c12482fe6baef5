import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const catalogSettings = defineSettings(
  'catalog',
  Type.Object({
    CATALOG_IMPORT_MAX_BYTES: Type.Integer({
      default: 1_073_741_824,
      minimum: 1_024,
      maximum: 10_737_418_240,
      description: 'Maximum size of a catalogue file as it is sent.',
    }),
    CATALOG_IMPORT_UNPACKED_MAX_BYTES: Type.Integer({
      default: 4_294_967_296,
      minimum: 1_024,
      maximum: 107_374_182_400,
      description: 'Maximum size of a catalogue file after it is unpacked.',
    }),
    CATALOG_IMPORTS_STORED_MAX_BYTES: Type.Integer({
      default: 10_737_418_240,
      minimum: 1_024,
      maximum: 1_099_511_627_776,
      description: 'Maximum size of all catalogue files together that wait in the database.',
    }),
    CATALOG_IMPORT_SUPPLIER_UPLOADS_MAX: Type.Integer({
      default: 3,
      minimum: 1,
      maximum: 100,
      description: 'Uploads of catalogue files that one supplier may have open at a time.',
    }),
    CATALOG_IMPORT_SUPPLIER_STORED_MAX_BYTES: Type.Integer({
      default: 2_147_483_648,
      minimum: 1_024,
      maximum: 1_099_511_627_776,
      description:
        'Maximum size of the catalogue files of one supplier together that wait in the database.',
    }),
    CATALOG_IMPORT_FAILED_PERCENT: Type.Integer({
      default: 50,
      minimum: 1,
      maximum: 100,
      description: 'Share of records with errors above which the service gives up an import.',
    }),
    CATALOG_IMPORT_KEEP_DAYS: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 3_650,
      description: 'How long an import and its errors can be read after it ends.',
    }),
  }),
)

export type CatalogSettings = Static<(typeof catalogSettings)['schema']>
