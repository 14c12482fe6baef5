import { Button } from '@mantine/core'
import type { ChangeRequest } from '@purveyor/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { payChange } from './order-api.ts'
import { Awaited } from './proposals.tsx'

/** Where the buyer pays for a requested change that the supplier has accepted. */
export function PayChange({ request }: { readonly request: ChangeRequest }) {
  const { t, instant, money } = useWords()
  const queries = useQueryClient()
  const paying = useMutation({
    mutationFn: () => payChange(request),
    onSuccess: (payment) => {
      if (payment?.redirectUrl !== undefined) window.location.assign(payment.redirectUrl)
      return queries.invalidateQueries({ queryKey: ['order', request.orderId] })
    },
  })
  const { awaitsPayment, awaitedPayments: [payment] = [], lapsesAt } = request
  if (!awaitsPayment) return null
  return (
    <div>
      <p>{t('orderChanges.payUntil', { amount: money(awaitsPayment), time: instant(lapsesAt) })}</p>
      {payment ? (
        <Awaited payment={payment} />
      ) : (
        <Button loading={paying.isPending} onClick={() => paying.mutate()}>
          {t('orderPage.payNow')}
        </Button>
      )}
      <Refusal error={paying.error} />
    </div>
  )
}
