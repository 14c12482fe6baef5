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
  dayIn,
  instantIn,
  type OpenHours,
  type WorkingTime,
  workingMsBetween,
} from './working-time.ts'
