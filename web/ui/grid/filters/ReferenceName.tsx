import { useQuery } from '@tanstack/react-query'
import type { Filter } from '../list.ts'

/** The name of the record that a filter refers to; its id until loaded. */
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
