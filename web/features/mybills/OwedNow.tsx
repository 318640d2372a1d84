import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { endFirstHome } from '../../session/first-home.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { useDueForOthers } from '../delegations/delegations-query.ts'
import { dueByPerson } from './due-by-person.ts'
import { myOwedQuery } from './my-bills-query.ts'
import { OwedFigure, OwedSkeleton } from './OwedFigure.tsx'

/** Opens the home with what the resident owes now. For whoever pays for others, a line names each sum, never added up. */
export function OwedNow() {
  const { data: owed, ...query } = useQuery(myOwedQuery)
  const others = useDueForOthers()
  const { isPending } = query
  // The same figure now stands here: the first drawing of the home goes.
  useLayoutEffect(() => {
    if (!isPending) endFirstHome()
  }, [isPending])
  if (isPending) return <OwedSkeleton />
  if (!owed)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare quanto devi"
        onRetry={() => void query.refetch()}
      />
    )
  return <OwedFigure owed={owed} others={dueByPerson(owed.has_bills ? owed.due_now : null, others)} />
}
