import { Link } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import parts from '../parts.module.css'
import type { Requisition, RequisitionLine } from './requisition-api.ts'

type Props = { readonly requisition: Requisition; readonly line: RequisitionLine }

/** What is needed, with all that its requester says about it. */
export function LineAbout({ requisition, line }: Props) {
  const { t, day } = useWords()
  const { productId, requestedDate, allocations = [] } = line
  const said = [
    [t('catalogue.category'), line.category],
    [t('requisitionPage.unspsc'), line.unspsc],
    [t('requisitionPage.suggestedSupplier'), line.suggestedSupplier],
    [t('orderPage.costCenter'), line.costCenter],
    [t('requisitionPage.glAccount'), line.glAccount],
    [t('requisitionPage.project'), line.project],
    [t('ordersPage.poNumber'), line.poNumber],
    [t('requisitions.note'), line.note],
  ] as const
  return (
    <>
      {productId === undefined ? (
        <strong>{line.what}</strong>
      ) : (
        <Link to="/products/$productId" params={{ productId }}>
          {line.productName ?? productId}
        </Link>
      )}
      {said.map(
        ([name, value]) =>
          value !== undefined && (
            <span key={name} className={parts.hint}>
              {t('requisitionPage.said', { name, value })}
            </span>
          ),
      )}
      {requestedDate !== undefined && (
        <span className={parts.hint}>{t('orderPage.wanted', { day: day(requestedDate) })}</span>
      )}
      {allocations.length > 0 && (
        <span className={parts.hint}>
          {t('requisitionPage.divided', { count: allocations.length })}
        </span>
      )}
      {line.links.map((link) => (
        <a key={link} href={link} rel="noreferrer" target="_blank" className={parts.hint}>
          {link}
        </a>
      ))}
      <FileLinks requisitionId={requisition.id} files={line.attachments} />
    </>
  )
}

type FilesProps = {
  readonly requisitionId: string
  readonly files: RequisitionLine['attachments']
}

export function FileLinks({ requisitionId, files }: FilesProps) {
  return files.map(({ id, name }) => (
    <a
      key={id}
      href={`/account/requisitions/${requisitionId}/attachments/${id}`}
      className={parts.hint}
    >
      {name}
    </a>
  ))
}
