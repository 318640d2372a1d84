import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../api.ts'
import { SignedInLayout } from '../../layouts/SignedInLayout.tsx'
import { meQuery } from '../../session/queries.ts'
import { hasSession } from '../../session/tokens.ts'
import { WholePage } from './WholePage.tsx'

type User = Reply<'GET /v1/users/me'>

/** What is wrong, among the menu and the search of whoever is signed in; on bare paper for who is not, or not yet known. */
export function InLayout({ children }: { children: (user: User | null) => ReactNode }) {
  const { data: user, isPending } = useQuery({ ...meQuery, enabled: hasSession() })
  if (user) return <SignedInLayout>{children(user)}</SignedInLayout>
  return <WholePage>{hasSession() && isPending ? null : children(null)}</WholePage>
}
