import type { ReactNode } from 'react'
import { fullText } from '../data/full-text.ts'

/** Cell text, cut with … at the column's width and read in full on hover. A text cut to a number of letters: `truncate`. */
export const Clipped = ({ children }: { children: ReactNode }) => (
  <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={fullText(children)}>
    {children}
  </span>
)
