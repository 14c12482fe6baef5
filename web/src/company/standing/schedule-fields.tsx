import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import { weekdayName } from './schedule-in-words.ts'

/** Every so many weeks or months, on a day, from a day on. */
export function ScheduleFields() {
  const words = useWords()
  const { t } = words
  const [unit, setUnit] = useState('WEEK')
  return (
    <div className={parts.fields}>
      <label>
        {t('standing.every')}
        <input name="every" type="number" required min={1} max={52} defaultValue={1} />
      </label>
      <label>
        {t('standing.unit')}
        <select
          name="unit"
          value={unit}
          onChange={({ currentTarget: { value } }) => setUnit(value)}
        >
          <option value="WEEK">{t('standing.unit.WEEK')}</option>
          <option value="MONTH">{t('standing.unit.MONTH')}</option>
        </select>
      </label>
      {unit === 'WEEK' ? (
        <label>
          {t('standing.weekday')}
          <select name="weekday">
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <option key={weekday} value={weekday}>
                {weekdayName(words, weekday)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label>
          {t('standing.dayOfMonth')}
          <input name="day" type="number" required min={1} max={31} defaultValue={1} />
        </label>
      )}
      <label>
        {t('standing.from')}
        <input name="from" type="date" required />
      </label>
      <label>
        {t('standing.untilDay')}
        <input name="until" type="date" />
      </label>
    </div>
  )
}
