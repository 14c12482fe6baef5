import { useQuery } from '@tanstack/react-query'
import { Action } from '../../../components/action.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ListView } from '../../../components/list-view.tsx'
import lists from '../../../components/lists.module.css'
import { QueryView } from '../../../components/query-view.tsx'
import { Section } from '../../../components/section.tsx'
import { useWords } from '../../../language/use-words.ts'
import {
  type Calendar,
  type CalendarDay,
  changeCalendar,
  getCalendar,
  listSpecialDays,
} from './structure-api.ts'

type Props = { readonly companyId: string }

/** The days on which a company works: its week, whose public holidays it keeps, and the days that differ. */
export function CompanyCalendar({ companyId }: Props) {
  const { t } = useWords()
  const calendar = useQuery({
    queryKey: ['calendar', companyId],
    queryFn: ({ signal }) => getCalendar(companyId, signal),
  })
  const days = useQuery({
    queryKey: ['calendar-days', companyId],
    queryFn: ({ signal }) => listSpecialDays(companyId, signal),
  })
  return (
    <>
      <Section title={t('structure.calendar.title')}>
        <QueryView query={calendar}>
          {(found) => (
            <>
              <CalendarFacts calendar={found} />
              <div className={lists.more}>
                <ChangeHolidays companyId={companyId} calendar={found} />
              </div>
              <div className={lists.more}>
                <AddException companyId={companyId} calendar={found} />
              </div>
            </>
          )}
        </QueryView>
      </Section>
      <ListView
        title="structure.calendar.days"
        items={days.data}
        isLoading={days.isPending}
        error={days.error}
        columns={[
          { title: 'structure.day' },
          { title: 'structure.calendar.name' },
          { title: 'structure.calendar.work' },
          { title: 'lists.column.action' },
        ]}
        row={(day) => (
          <DayRow key={day.day} companyId={companyId} calendar={calendar.data} day={day} />
        )}
        none="structure.calendar.noDays"
      />
    </>
  )
}

function CalendarFacts({ calendar }: { readonly calendar: Calendar }) {
  const { t, list } = useWords()
  const { timeZone, workingDays, holidays } = calendar
  const place = holidays && [holidays.country, holidays.region].filter(Boolean).join('-')
  return (
    <Facts
      facts={[
        [t('structure.calendar.timeZone'), timeZone],
        [
          t('structure.calendar.week'),
          list(workingDays.map((day) => t(`structure.weekday.${day}`))),
        ],
        [t('structure.calendar.holidays'), place ?? t('structure.calendar.noHolidays')],
      ]}
    />
  )
}

type ChangeProps = Props & { readonly calendar: Calendar }

function ChangeHolidays({ companyId, calendar: { holidays } }: ChangeProps) {
  const { t } = useWords()
  return (
    <Action
      ask={t('structure.calendar.change')}
      label={t('structure.calendar.changeOf')}
      act={t('structure.calendar.changeNow')}
      fields={[
        {
          name: 'country',
          label: 'structure.calendar.country',
          description: 'structure.calendar.countryHint',
          initial: holidays?.country ?? '',
          maxLength: 2,
        },
        {
          name: 'region',
          label: 'structure.calendar.region',
          description: 'structure.calendar.regionHint',
          initial: holidays?.region ?? '',
          maxLength: 20,
        },
      ]}
      run={({ country = '', region = '' }) => {
        const place = { country: country.trim().toUpperCase() }
        const part = region.trim().toUpperCase()
        const kept =
          place.country === '' ? null : { ...place, ...(part !== '' && { region: part }) }
        return changeCalendar(companyId, { holidays: kept })
      }}
    />
  )
}

function AddException({ companyId, calendar: { exceptions } }: ChangeProps) {
  const { t } = useWords()
  return (
    <Action
      ask={t('structure.calendar.add')}
      label={t('structure.calendar.addOf')}
      act={t('structure.calendar.addNow')}
      fields={[
        {
          name: 'day',
          label: 'structure.day',
          missing: 'structure.calendar.dayMissing',
          type: 'date',
        },
        {
          name: 'name',
          label: 'structure.calendar.name',
          missing: 'structure.nameMissing',
          maxLength: 100,
        },
        { name: 'working', label: 'structure.calendar.works', type: 'box' },
      ]}
      run={({ day = '', name = '', working }) => {
        const added = { day, name, working: working === 'yes' }
        const others = exceptions.filter((one) => one.day !== day)
        return changeCalendar(companyId, { exceptions: [...others, added] })
      }}
    />
  )
}

type DayProps = Props & {
  readonly calendar: Calendar | undefined
  readonly day: CalendarDay
}

/** An exception can be taken away. A public holiday comes with the place. */
function DayRow({ companyId, calendar, day: { day, name = '', working, kind } }: DayProps) {
  const { t, day: dayIn } = useWords()
  return (
    <tr>
      <th scope="row">{dayIn(day)}</th>
      <td>{name}</td>
      <td>{t(working ? 'structure.calendar.open' : 'structure.calendar.closed')}</td>
      <td>
        {kind === 'EXCEPTION' && calendar && (
          <Action
            ask={t('structure.calendar.remove')}
            label={t('structure.calendar.removeOf', { name })}
            act={t('structure.calendar.removeNow')}
            run={() =>
              changeCalendar(companyId, {
                exceptions: calendar.exceptions.filter((one) => one.day !== day),
              })
            }
          />
        )}
      </td>
    </tr>
  )
}
