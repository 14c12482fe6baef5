export { type Calendar, dayOfCalendar } from './calendar.ts'
export { calendarModule } from './calendar-module.ts'
export { getCalendar, getWorkingTime } from './calendar-store.ts'
