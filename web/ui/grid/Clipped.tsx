import type { ReactNode } from 'react'

/** Cell text, cut with … at the column's width. */
export const Clipped = ({ children }: { children: ReactNode }) => (
  <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{children}</span>
)
