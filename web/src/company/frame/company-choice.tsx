import { useMutation, useQuery } from '@tanstack/react-query'
import { useWords } from '../../language/use-words.ts'
import control from '../../shell/control.module.css'
import { Refusal } from '../../shell/refusal.tsx'
import { api, type Me } from '../api.ts'

/** Whoever belongs to several companies changes between them here. Everybody else reads the name. */
export function CompanyChoice({ me }: { readonly me: Me }) {
  const { t } = useWords()
  const { data: companies = [] } = useQuery({
    queryKey: ['own-companies'],
    queryFn: async ({ signal }) => (await api.get('/auth/companies', { signal })).data.companies,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const changing = useMutation({
    mutationFn: (companyId: string) => api.post('/auth/company', { body: { companyId } }),
    // Nothing of the company before stays in the page.
    onSuccess: () => window.location.assign('/'),
  })
  if (companies.length < 2) return <span>{me.company.name}</span>
  return (
    <>
      <select
        className={control.control}
        aria-label={t('frame.company')}
        value={me.company.id}
        disabled={changing.isPending}
        onChange={({ currentTarget: { value } }) => changing.mutate(value)}
      >
        {companies.map(({ companyId, name }) => (
          <option key={companyId} value={companyId}>
            {name}
          </option>
        ))}
      </select>
      <Refusal error={changing.error} />
    </>
  )
}
