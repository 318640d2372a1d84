import { createElement, type ReactNode, type SVGProps } from 'react'

/** An icon of the set without its context and its `ref`; `web/build/plain-icons.ts` makes them of the set's own files. */
export const plainIcon = (shapes: () => ReactNode[]) => (props: SVGProps<SVGSVGElement>) =>
  createElement(
    'svg',
    { viewBox: '0 0 24 24', strokeWidth: 1.5, fill: 'none', color: 'currentColor', ...props },
    ...shapes(),
  )
