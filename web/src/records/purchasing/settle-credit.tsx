import { Action } from '../../components/action.tsx'
import { useWords } from '../../language/use-words.ts'
import { settleCredit } from '../records-api.ts'

type Props = { readonly orderId: string; readonly creditId: string }

/** Records that a refused refund was paid outside of Purveyor. The buyer reads the note. */
export function SettleCredit({ orderId, creditId }: Props) {
  const { t } = useWords()
  return (
    <Action
      ask={t('records.credits.settle')}
      label={t('records.credits.settleOf', { id: creditId })}
      act={t('orders.refunds.settleIt')}
      effect={t('records.credits.settleEffect')}
      fields={[
        {
          name: 'note',
          label: 'records.credits.how',
          missing: 'records.credits.howMissing',
          maxLength: 1_000,
        },
      ]}
      run={({ note = '' }) => settleCredit(orderId, creditId, note)}
    />
  )
}
