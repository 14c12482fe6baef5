export { type Kept, type PersonalData, type PersonOfData, pagesOf } from './personal-data.ts'
