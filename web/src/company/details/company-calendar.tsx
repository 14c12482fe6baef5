import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { Facts } from '../../components/facts.tsx'
import lists from '../../components/lists.module.css'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { weekdayName } from '../standing/schedule-in-words.ts'
import {
  type Calendar,
  type CalendarException,
  changeCalendar,
  listRegions,
  readCalendar,
  removeException,
  setException,
} from './details-api.ts'

type Props = { readonly mayChange: boolean }

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

/** On which days the company works. */
export function CompanyCalendar({ mayChange }: Props) {
  const { t } = useWords()
  const calendar = useQuery({
    queryKey: ['calendar'],
    queryFn: ({ signal }) => readCalendar(signal),
  })
  return (
    <Section title={t('companyDetails.calendar')}>
      <QueryView query={calendar}>
        {(found) => (
          <>
            <Days calendar={found} mayChange={mayChange} />
            <Exceptions calendar={found} mayChange={mayChange} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

type CalendarProps = Props & { readonly calendar: Calendar }

function Days({ calendar, mayChange }: CalendarProps) {
  const words = useWords()
  const { t, list } = words
  const { workingDays, holidays } = calendar
  const regions = useRegions(holidays?.country ?? '')
  const region = regions.find(({ code }) => code === holidays?.region)
  const country = holidays && countryName(words.language, holidays.country)
  return (
    <>
      <Facts
        facts={[
          [
            t('companyDetails.workingDays'),
            list(workingDays.map((name) => weekdayName(words, weekdays.indexOf(name) + 1))),
          ],
          [
            t('companyDetails.holidays'),
            country === null
              ? t('companyDetails.noHolidays')
              : [country, region?.name ?? holidays?.region].filter(Boolean).join(', '),
          ],
        ]}
      />
      {mayChange && (
        <div className={lists.more}>
          <Ask
            ask={t('ourCompany.change')}
            label={t('companyDetails.changeCalendar')}
            act={t('ourCompany.save')}
            effect={t('companyDetails.calendarEffect')}
            run={(form) => changeCalendar(daysIn(form))}
          >
            <DayFields calendar={calendar} />
          </Ask>
        </div>
      )}
    </>
  )
}

function countryName(language: string, code: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code
}

function DayFields({ calendar: { workingDays, holidays } }: Pick<CalendarProps, 'calendar'>) {
  const words = useWords()
  const { t } = words
  const [country, setCountry] = useState(holidays?.country ?? '')
  const regions = useRegions(country)
  return (
    <>
      <fieldset className={lists.choices}>
        <legend>{t('companyDetails.workingDays')}</legend>
        {weekdays.map((name, index) => (
          <label key={name} className={lists.choice}>
            <input
              type="checkbox"
              name="workingDay"
              value={name}
              defaultChecked={workingDays.includes(name)}
            />
            {weekdayName(words, index + 1)}
          </label>
        ))}
      </fieldset>
      <Field label={t('companyDetails.holidaysOf')} hint={t('companyDetails.holidaysHint')}>
        <input
          name="country"
          maxLength={2}
          value={country}
          onChange={({ currentTarget: { value } }) => setCountry(value)}
        />
      </Field>
      {regions.length > 0 && (
        <Field label={t('companyDetails.region')}>
          {/* Drawn anew for other regions: only then the chosen one is among them. */}
          <select key={country} name="region" defaultValue={holidays?.region ?? ''}>
            <option value="">{t('companyDetails.wholeCountry')}</option>
            {regions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
    </>
  )
}

function useRegions(country: string) {
  const { data = [] } = useQuery({
    queryKey: ['regions', country],
    queryFn: ({ signal }) => listRegions(country, signal),
    enabled: /^[A-Za-z]{2}$/.test(country),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function daysIn(form: FormData) {
  const chosen = form.getAll('workingDay')
  const country = optionalText(form, 'country')
  const region = optionalText(form, 'region')
  return {
    workingDays: weekdays.filter((name) => chosen.includes(name)),
    holidays: country === null ? null : { country, ...(region !== null && { region }) },
  }
}

function Exceptions({ calendar: { exceptions }, mayChange }: CalendarProps) {
  const { t, day } = useWords()
  return (
    <div className={lists.more}>
      {exceptions.length > 0 && (
        <ul className={card.card} aria-label={t('companyDetails.exceptions')}>
          {exceptions.map((exception) => (
            <li key={exception.day} className={lists.off}>
              <span>
                {t(exception.working ? 'companyDetails.works' : 'companyDetails.closed', {
                  day: day(exception.day),
                  name: exception.name,
                })}
              </span>
              {mayChange && (
                <Ask
                  ask={t('ourCompany.remove')}
                  label={t('ourCompany.removeOf', { name: exception.name })}
                  act={t('companyDetails.removeException')}
                  run={() => removeException(exception.day)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className={`${lists.buttons} ${lists.more}`}>
          <Ask
            ask={t('companyDetails.addException')}
            act={t('ourCompany.add')}
            run={(form) => setException(exceptionIn(form))}
          >
            <ExceptionFields />
          </Ask>
        </div>
      )}
    </div>
  )
}

function ExceptionFields() {
  const { t } = useWords()
  return (
    <>
      <Field label={t('companyDetails.day')}>
        <input name="day" type="date" required />
      </Field>
      <Field label={t('companyDetails.exceptionName')}>
        <input name="name" maxLength={100} pattern=".*\S.*" required />
      </Field>
      <label className={lists.choice}>
        <input type="checkbox" name="working" />
        {t('companyDetails.isWorking')}
      </label>
    </>
  )
}

function exceptionIn(form: FormData): CalendarException {
  return { day: textOf(form, 'day'), name: textOf(form, 'name'), working: form.has('working') }
}
