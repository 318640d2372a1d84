import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../api.ts'
import { SignedInLayout } from '../../layouts/SignedInLayout.tsx'
import { meQuery } from '../../session/queries.ts'
import { hasSession } from '../../session/tokens.ts'
import { WholePage } from './WholePage.tsx'

type User = Reply<'GET /v1/users/me'>

/** Shows an error page inside the layout; without layout for users who are not signed in, or not known yet. */
export function InLayout({ children }: { children: (user: User | null) => ReactNode }) {
  const { data: user, isPending } = useQuery({ ...meQuery, enabled: hasSession() })
  if (user) return <SignedInLayout>{children(user)}</SignedInLayout>
  return <WholePage>{hasSession() && isPending ? null : children(null)}</WholePage>
}
