import { useWords } from '../../language/use-words.ts'
import { Choice } from '../choice.tsx'
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
      <Choice
        label={t('statement.kind')}
        any={t('statement.anyKind')}
        chosen={asked.kind}
        options={documentKinds.map((id) => ({ id, name: t(`statement.kind.${id}`) }))}
        onChoose={(kind) => onAsk({ kind })}
      />
    </>
  )
}
