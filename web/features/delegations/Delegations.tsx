import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { delegationsQuery } from './delegations-query.ts'
import { Payers } from './Payers.tsx'
import { PaysFor } from './PaysFor.tsx'

/** The resident's home: for whom they pay, and who pays for them. Nothing is shown while it loads: it is below the bills. */
export function Delegations() {
  const { data, ...query } = useQuery(delegationsQuery)
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare per chi paghi"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data) return null
  return (
    <>
      <PaysFor pays_for={data.pays_for} />
      {(data.own.length > 0 || data.payers.length > 0) && <Payers payers={data.payers} own={data.own} />}
    </>
  )
}
