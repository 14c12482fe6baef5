/** Whether this is a name of the IANA time zone database, such as `Europe/Berlin`. Offsets such as `+01:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
