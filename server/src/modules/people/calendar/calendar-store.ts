import { findCompany } from '#modules/identity'
import { type Conn, sql, type Tx } from '#platform/db'
import type { WorkingTime } from '#platform/working-time'
import { type Calendar, type CalendarException, type Weekday, workingTimeOf } from './calendar.ts'
import { tables } from './tables.ts'

const usualDays: readonly Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI']

/** The calendar of a company. Without one of its own it works from Monday to Friday and keeps the holidays of its country. */
export async function getCalendar(conn: Conn, companyId: string): Promise<Calendar> {
  const company = await findCompany(conn, companyId)
  if (!company) throw new Error(`there is no company ${companyId}`)
  const row = await tables(conn)
    .selectFrom('calendar.calendars')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const { timeZone } = company
  if (!row) {
    const holidays = { country: company.country }
    return { timeZone, workingDays: usualDays, holidays, exceptions: [] }
  }
  const { holiday_country: country, holiday_region: region } = row
  return {
    timeZone,
    workingDays: row.working_days as Weekday[],
    holidays: country === null ? undefined : { country, region: region ?? undefined },
    exceptions: await listExceptions(conn, companyId),
  }
}

/** When a company works: all hours of its working days. */
export async function getWorkingTime(conn: Conn, companyId: string): Promise<WorkingTime> {
  return workingTimeOf(await getCalendar(conn, companyId))
}

async function listExceptions(conn: Conn, companyId: string): Promise<CalendarException[]> {
  const { rows } = await sql<CalendarException>`
    select day::text, working, name from calendar.exceptions where company_id = ${companyId} order by day
  `.execute(conn)
  return rows
}

/** Replaces what the company has decided. */
export async function saveCalendar(
  tx: Tx,
  companyId: string,
  { workingDays, holidays, exceptions }: Omit<Calendar, 'timeZone'>,
  now: Date,
): Promise<void> {
  const country = holidays?.country ?? null
  const region = holidays?.region ?? null
  await sql`
    insert into calendar.calendars
      (company_id, working_days, holiday_country, holiday_region, changed_at)
    values (${companyId}, ${[...workingDays]}, ${country}, ${region}, ${now})
    on conflict (company_id) do update
    set working_days = excluded.working_days, holiday_country = excluded.holiday_country,
      holiday_region = excluded.holiday_region, changed_at = excluded.changed_at
  `.execute(tx)
  await sql`delete from calendar.exceptions where company_id = ${companyId}`.execute(tx)
  await sql`
    insert into calendar.exceptions (company_id, day, working, name)
    select ${companyId}, exceptions.day, exceptions.working, exceptions.name
    from jsonb_to_recordset(${JSON.stringify(exceptions)}::jsonb) as exceptions (day date, working boolean, name text)
  `.execute(tx)
}
