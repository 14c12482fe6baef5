import { useWords } from '../../language/use-words.ts'
import { documentKinds, type StatementSearch } from './statement-search.ts'

type Props = {
  readonly asked: StatementSearch
  readonly onAsk: (changes: StatementSearch) => void
}

/** The period and the kind of invoices and credit notes. */
export function DocumentFilters({ asked, onAsk }: Props) {
  const { t } = useWords()
  return (
    <>
      <label>
        {t('statement.from')}
        <input
          type="date"
          value={asked.from ?? ''}
          onChange={({ currentTarget: { value } }) => onAsk({ from: value || undefined })}
        />
      </label>
      <label>
        {t('statement.until')}
        <input
          type="date"
          value={asked.until ?? ''}
          onChange={({ currentTarget: { value } }) => onAsk({ until: value || undefined })}
        />
      </label>
      <label>
        {t('statement.kind')}
        <select
          value={asked.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onAsk({ kind: documentKinds.find((known) => known === value) })
          }
        >
          <option value="">{t('statement.anyKind')}</option>
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`statement.kind.${kind}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
