import { writeRowTypes } from './generated/row-types.ts'

/** `npm run db:types`: writes the row types of each schema, and the `tables.ts` of a new one. */
const hasWritten = await writeRowTypes()
console.log(`The row types ${hasWritten ? 'were written' : 'match the migrations'}.`)
