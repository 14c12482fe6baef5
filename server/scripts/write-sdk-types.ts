import { writeSdkTypes } from './sdk-types.ts'

const hasWritten = await writeSdkTypes()
console.log(`sdk/src/api.generated.ts ${hasWritten ? 'was written' : 'is up to date'}.`)
