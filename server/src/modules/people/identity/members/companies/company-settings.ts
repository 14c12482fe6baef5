import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import type { CompanyRow } from '../../tables.ts'

/** A setting that a company always has. Its column has the default, and its description is the help that the API gives. */
type CompanySetting = {
  readonly column: keyof CompanyRow
  readonly schema: TSchema
  readonly example: unknown
}

type Settings = Readonly<Record<string, CompanySetting>>

/** What an order of the company must say. Purchases read these. The name is that of the field and `Required`. */
export const orderRequirements = {
  poNumberRequired: {
    column: 'po_number_required',
    schema: Type.Boolean({ description: 'Every purchase needs a purchase order number.' }),
    example: false,
  },
  costCenterRequired: {
    column: 'cost_center_required',
    schema: Type.Boolean({
      description:
        'Every purchase needs a cost centre, so that every purchase counts against a budget.',
    }),
    example: false,
  },
  glAccountRequired: {
    column: 'gl_account_required',
    schema: Type.Boolean({ description: 'Every line of a purchase needs a GL account.' }),
    example: false,
  },
  projectRequired: {
    column: 'project_required',
    schema: Type.Boolean({ description: 'Every line of a purchase needs a project.' }),
    example: false,
  },
  requestedDateRequired: {
    column: 'requested_date_required',
    schema: Type.Boolean({
      description: 'Every purchase needs the day on which the goods must arrive.',
    }),
    example: false,
  },
} as const satisfies Settings

type FieldOf<Name> = Name extends `${infer Field}Required` ? Field : never
/** What an order may have to say. `poNumberRequired` is the setting of `poNumber`. */
export type RequirableField = FieldOf<keyof typeof orderRequirements>
export const requirableFields = Object.keys(orderRequirements).map((name) =>
  name.replace(/Required$/, ''),
) as readonly RequirableField[]

/** What a company decides about itself, and always has a value. Rows, changes, answers and the contract iterate over the entries. */
export const companySettings = {
  ...orderRequirements,
  orderMails: {
    column: 'order_mails',
    schema: Type.Boolean({
      description:
        'Buyers get mails about their orders. Administrators get mails about orders that the company must deliver.',
    }),
    example: true,
  },
  timeZone: {
    column: 'time_zone',
    schema: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'A name of the IANA time zone database, such as Europe/Berlin. The days of the calendar, requested and promised dates, the periods of budgets and the year in the number of an order follow this zone. A new company has that of the capital of its country.',
    }),
    example: 'Europe/Berlin',
  },
} as const satisfies Settings

type ValuesOf<Table extends Settings> = {
  readonly [Name in keyof Table]: Static<Table[Name]['schema']>
}
export type CompanySettings = ValuesOf<typeof companySettings>
export type OrderRequirements = ValuesOf<typeof orderRequirements>

/** The values of a company, from its row. */
export function valuesIn<Table extends Settings>(
  table: Table,
  row: Pick<CompanyRow, Table[keyof Table]['column']>,
): ValuesOf<Table> {
  return each(table, ({ column }) => row[column as keyof typeof row]) as ValuesOf<Table>
}

/** The values alone, of something that has them among others. */
export function settingsOf(company: CompanySettings): CompanySettings {
  return each(companySettings, (_setting, name) => company[name]) as CompanySettings
}

/** The column of a field of a company. A field that is no setting has a column of the same name. */
export function columnOf(field: string): string {
  const setting: CompanySetting | undefined = (companySettings as Settings)[field]
  return setting?.column ?? field
}

type Schemas = {
  [Name in keyof typeof companySettings]: (typeof companySettings)[Name]['schema']
}

export const settingSchemas = each(companySettings, ({ schema }) => schema) as Schemas

export const changeableSettings = each(companySettings, ({ schema }) => Type.Optional(schema)) as {
  [Name in keyof Schemas]: TOptional<Schemas[Name]>
}

export const exampleSettings = each(companySettings, ({ example }) => example) as CompanySettings

function each<Table extends Settings>(
  table: Table,
  of: (setting: CompanySetting, name: keyof Table) => unknown,
): object {
  return Object.fromEntries(Object.entries(table).map(([name, one]) => [name, of(one, name)]))
}
