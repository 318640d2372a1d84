import { type ReactNode, useLayoutEffect, useRef } from 'react'

let taken = false

/** Says that the reader has taken a step: the heading of what it leads to takes the focus, as soon as that is there. */
export function takeStep(): void {
  taken = true
}

/**
 * The heading of a public page. After a step it takes the focus, so that a screen reader says it: the button that was pressed is
 * gone, and most do not read a live region that comes together with its text.
 */
export function Heading({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // After each drawing: the same heading may get other words.
  useLayoutEffect(() => {
    if (!taken) return
    taken = false
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  })
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  )
}
