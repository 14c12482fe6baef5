import { useWords } from '../language/use-words.ts'

type Props = {
  /** The address of the list below `/api/v1`. */
  readonly list: string
  /** The filters with which the page shows it. */
  readonly query?: Readonly<Record<string, string | boolean | undefined>>
}

/** The file of all items of a list. */
export function CsvLink({ list, query = {} }: Props) {
  const { t } = useWords()
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`
  return <a href={`/account/api/api/v1/${list}.csv${search}`}>{t('lists.csv')}</a>
}
