export { calendarModule } from './calendar-module.ts'
export { companyWorkingTime } from './calendar-store.ts'
