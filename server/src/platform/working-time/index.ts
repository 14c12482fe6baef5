export {
  type Holiday,
  type HolidayPlace,
  holidaysIn,
  isHolidayPlace,
  regionsOf,
  timeZoneOf,
} from './holidays.ts'
export {
  addWorkingMs,
  dayAfterWorkingDays,
  dayIn,
  instantIn,
  type OpenHours,
  type WorkingTime,
  workingMsBetween,
} from './working-time.ts'
