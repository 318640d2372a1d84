import { formatDateTime, relativeDay, today } from '@saldo/domain/dates'
import { documentTypeName } from '@saldo/domain/registry/document'
import { dayOf } from '../payments/payment-words.ts'
import type { DocumentToCheck } from './check-query.ts'

type Row = Pick<
  DocumentToCheck,
  'owner' | 'type' | 'account_name' | 'subject_name' | 'created_at' | 'uploaded_by'
>

/** `Visura camerale` */
export const kindOf = ({ owner, type }: Pick<Row, 'owner' | 'type'>) => documentTypeName(owner, type)

/** The condominium or the person; of an office's own document who uploaded it. */
export const whoseOf = ({ account_name, subject_name, uploaded_by }: Row): string | null =>
  account_name ?? subject_name ?? uploaded_by

/** `oggi`, `3 giorni fa` */
export const waitingSince = ({ created_at }: Pick<Row, 'created_at'>): string =>
  relativeDay(dayOf(created_at), today())

/** `In attesa dal 25/11/2026 10:32 (3 giorni fa)` */
export const waitingLine = (row: Pick<Row, 'created_at'>): string =>
  `In attesa dal ${formatDateTime(row.created_at)} (${waitingSince(row)})`
