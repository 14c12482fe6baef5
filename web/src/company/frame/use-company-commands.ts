import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../language/use-words.ts'
import { type Action, type Command, fitting } from '../../palette/command.ts'
import { api, isRefusal } from '../api.ts'
import { titleOfProduct } from '../product/title-of-product.ts'
import { isRequester } from '../rights.ts'
import { suggest } from '../search/search-api.ts'
import { useMe } from '../use-me.ts'
import { placesFor } from './places.ts'

const pauseMs = 200
const shownOfAKind = 5

/** The pages of the person, records by a part of their number, products by their words, and a search for what was typed. */
export function useCompanyCommands(typed: string, actions: readonly Action[]): Command[] {
  const { t } = useWords()
  const { data: me } = useMe()
  const q = typed.trim()
  const [paused] = useDebouncedValue(q, pauseMs)
  const found = useFound(paused)
  const own: Command[] = [
    ...(me ? placesFor(me) : []).map(({ to, name }) => ({ id: to, name: t(name), place: { to } })),
    { id: 'cart', name: t('cart.title'), place: { to: '/cart' as const } },
    { id: 'chats', name: t('frame.chats'), place: { to: '/chats' as const } },
    ...(me && !isRequester(me)
      ? [{ id: 'contracts', name: t('contracts.title'), place: { to: '/contracts' as const } }]
      : []),
    { id: 'account', name: t('frame.account'), act: () => window.location.assign('/account') },
  ].map((place) => ({ ...place, kind: t('shell.palette.page') }))
  const acts = actions.map((action) => ({ ...action, kind: t('shell.palette.action') }))
  return [...fitting([...own, ...acts], q), ...found, ...searchFor(q, t('frame.search'))]
}

function useFound(q: string): Command[] {
  const { t } = useWords()
  const { data } = useQuery({
    queryKey: ['palette', q],
    queryFn: async ({ signal }) => {
      const query = { q, limit: shownOfAKind }
      const [orders, numbered, products] = await Promise.all([
        api.get('/api/v1/orders', { params: { query }, signal }),
        findNumbered(q, signal),
        suggest(q, signal),
      ])
      const shown = products.products.slice(0, shownOfAKind)
      return { orders: orders.data, numbered, products: shown }
    },
    enabled: q.length > 1,
  })
  if (!data) return []
  const { requisitions, invoices, returns, tickets } = data.numbered
  return [
    ...data.orders.map(({ id, number, poNumber }) => ({
      id,
      name: poNumber === undefined ? number : `${number} (${poNumber})`,
      kind: t('approvals.order'),
      place: { to: '/orders/$orderId', params: { orderId: id } } as const,
    })),
    ...requisitions.map(({ id, number, title }) => ({
      id,
      name: `${number} ${title}`,
      kind: t('shell.palette.requisition'),
      place: { to: '/requisitions/$requisitionId', params: { requisitionId: id } } as const,
    })),
    ...invoices.map(({ id, number = id, orderId }) => ({
      id,
      name: number,
      kind: t('shell.palette.invoice'),
      place: { to: '/orders/$orderId', params: { orderId } } as const,
    })),
    ...returns.map(({ id, number, orderId }) => ({
      id,
      name: number,
      kind: t('shell.palette.return'),
      place: { to: '/orders/$orderId', params: { orderId } } as const,
    })),
    ...tickets.map(({ id, number, subject }) => ({
      id,
      name: `${number} ${subject}`,
      kind: t('shell.palette.ticket'),
      place: { to: '/tickets/$ticketId', params: { ticketId: id } } as const,
    })),
    ...data.products.map(({ id, name, brand }) => ({
      id,
      name: titleOfProduct({ name, brand }),
      kind: t('orderPage.product'),
      place: { to: '/products/$productId', params: { productId: id } } as const,
    })),
  ]
}

/** Invoices and returns have no page of their own: they lead to that of their order. */
async function findNumbered(typed: string, signal: AbortSignal) {
  const query = { q: typed.slice(0, 100), limit: shownOfAKind }
  const byNumber = { number: typed.slice(0, 40), limit: shownOfAKind }
  const [requisitions, invoices, returns, tickets] = await Promise.all([
    ifAllowed(api.get('/api/v1/requisitions', { params: { query }, signal })),
    ifAllowed(api.get('/api/v1/invoices', { params: { query }, signal })),
    ifAllowed(api.get('/api/v1/returns', { params: { query }, signal })),
    ifAllowed(api.get('/api/v1/support/tickets', { params: { query: byNumber }, signal })),
  ])
  return { requisitions, invoices, returns, tickets }
}

/** Nothing, where the role of the person does not open the list. */
async function ifAllowed<Item>(page: Promise<{ readonly data: readonly Item[] }>) {
  try {
    return (await page).data
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

function searchFor(q: string, kind: string): Command[] {
  return q === '' ? [] : [{ id: 'search', name: q, kind, place: { to: '/', search: { q } } }]
}
