import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RecordPage } from '../layout/RecordPage.tsx'
import { RecordError } from './RecordError.tsx'
import { Bar, Loading, TextSkeleton } from './Skeleton.tsx'

/** A record's own page: a skeleton while it loads, then `children`, or why it cannot be shown. */
export function LoadedRecord<T>({
  query,
  list,
  the,
  missing,
  name,
  tabTitle,
  untitled = false,
  children,
}: {
  query: UseQueryResult<T>
  /** A link back to its list. */
  list: ReactNode
  /** The noun with its article, for the error texts, e.g. “la bolletta”. */
  the: string
  /** Title when the record is not found, e.g. “Questa bolletta non c’è”. */
  missing: string
  name: string
  tabTitle: string
  /** The record renders its own heading. */
  untitled?: boolean
  children: (record: T) => ReactNode
}) {
  const record = query.isError ? undefined : query.data
  return (
    <RecordPage fills list={list} name={name} tabTitle={tabTitle} titled={record !== undefined && !untitled}>
      {query.isPending && (
        <Loading what={the}>
          <Bar width={280} height={24} />
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing={missing}
          what={`Non riesco a mostrare ${the}`}
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {record !== undefined && children(record)}
    </RecordPage>
  )
}
