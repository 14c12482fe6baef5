/** The names of the downloaded file. Its other columns are ignored. */
export const importColumns = [
  'id',
  'code',
  'name',
  'unitId',
  'validFrom',
  'validTo',
  'externalId',
  'state',
] as const

export type ImportColumn = (typeof importColumns)[number]

export const importActions = ['CREATE', 'CHANGE', 'END', 'REOPEN'] as const

/** What can be wrong with a line. */
export const rowProblems = [
  'CODE_MISSING',
  'CODE_REPEATED',
  'CODE_TAKEN',
  'CODE_ENDED',
  'ID_UNKNOWN',
  'NAME_MISSING',
  'TEXT_INVALID',
  'DAY_INVALID',
  'PERIOD_INVALID',
  'UNIT_UNKNOWN',
  'EXTERNAL_ID_TAKEN',
  'STATE_UNKNOWN',
  'LIST_FULL',
] as const
