import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PendingPage } from '../ui/feedback/PendingPage.tsx'

/** Adds the placeholder of a page until the router has rendered its first one: see `frame` in routes/frames.ts. */
export function InitialPending({ children }: { children: ReactNode }) {
  const isEmpty = useRouterState({ select: ({ matches }) => matches.length === 0 })
  return (
    <>
      {isEmpty && <PendingPage />}
      {children}
    </>
  )
}
