import { useEffect } from 'react'

/** The title of the document. An effect, because Preact leaves a `<title>` where it stands in the page. */
export function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = children
  }, [children])
  return null
}
