import type { ReactNode } from 'react'

/** Text of a cell that ends in … where the column does. */
export const Clipped = ({ children }: { children: ReactNode }) => (
  <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{children}</span>
)
