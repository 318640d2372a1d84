import type { ReactNode } from 'react'

/** The text that a cell may have to cut at the column's width, to be read in full on hover. */
export const fullText = (content: ReactNode): string | undefined =>
  typeof content === 'string' ? content : undefined
