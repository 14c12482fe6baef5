import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/query-view.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { Table } from '../table.tsx'
import { changeSeries, listSeries, type NumberSeries } from './details-api.ts'

type Props = { readonly mayChange: boolean }

/** How the company numbers its orders and other records. */
export function NumberSeriesTable({ mayChange }: Props) {
  const { t } = useWords()
  const series = useQuery({
    queryKey: ['number-series'],
    queryFn: ({ signal }) => listSeries(signal),
  })
  return (
    <Section title={t('companyDetails.numbers')}>
      <QueryView query={series}>
        {(found) => (
          <Table
            heads={[
              'companyDetails.kind',
              'companyDetails.next',
              'companyDetails.prefix',
              'companyDetails.start',
              mayChange && 'ourCompany.actions',
            ]}
          >
            {found.map((one) => (
              <SeriesRow key={one.kind} series={one} mayChange={mayChange} />
            ))}
          </Table>
        )}
      </QueryView>
    </Section>
  )
}

function SeriesRow({ series, mayChange }: Props & { readonly series: NumberSeries }) {
  const { t, number } = useWords()
  const { kind, next, prefix, start } = series
  const name = t(`companyDetails.kind.${kind}`)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{next}</td>
      <td>{prefix}</td>
      <td>{number(start)}</td>
      {mayChange && (
        <td>
          <Ask
            ask={t('ourCompany.change')}
            label={t('ourCompany.changeOf', { name })}
            act={t('ourCompany.save')}
            effect={t('companyDetails.numbersEffect')}
            run={(form) => changeSeries(series, seriesIn(form))}
          >
            <Field label={t('companyDetails.prefix')} hint={t('companyDetails.prefixHint')}>
              <input name="prefix" maxLength={12} defaultValue={prefix} />
            </Field>
            <Field label={t('companyDetails.start')}>
              <input
                name="start"
                type="number"
                required
                min={1}
                max={999_999_999}
                defaultValue={start}
              />
            </Field>
          </Ask>
        </td>
      )}
    </tr>
  )
}

function seriesIn(form: FormData) {
  return { prefix: textOf(form, 'prefix'), start: Number(textOf(form, 'start')) }
}
