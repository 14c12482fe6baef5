import { writeSdkTypes } from './sdk-types.ts'

const hasWritten = await writeSdkTypes()
console.log(`sdk/src/*.generated.ts ${hasWritten ? 'were written' : 'are up to date'}.`)
