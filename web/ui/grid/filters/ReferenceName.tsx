import { useQuery } from '@tanstack/react-query'
import type { Filter } from '../list.ts'

/** What the record a filter holds is called; its id until the answer comes. */
export function ReferenceName({
  filter,
  id,
}: {
  filter: Extract<Filter, { kind: 'reference' }>
  id: string
}) {
  const name = useQuery({
    queryKey: ['reference', filter.id, 'name', id],
    queryFn: ({ signal }) => filter.name(id, signal),
    staleTime: 5 * 60_000,
  })
  return <>{name.data ?? id}</>
}
