import { writeSdkTypes } from '@purveyor/sdk/types'
import { writeReferencePages } from './generated/reference-pages.ts'
import { writeRowTypes } from './generated/row-types.ts'

/** Writes all that is made of the sources and not committed. What is up to date stays. */
export async function writeGenerated(): Promise<void> {
  await writeSdkTypes()
  await writeRowTypes()
  await writeReferencePages()
}
