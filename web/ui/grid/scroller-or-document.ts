import { observeElementOffset, observeElementRect, type Virtualizer } from '@tanstack/react-virtual'

type Rows = Virtualizer<HTMLElement, Element>

/** The part of the page that scrolls around an element: where the layout marks none, the document itself. */
export const scrollerAround = (element: HTMLElement | null): HTMLElement | null =>
  element && (element.closest<HTMLElement>('[data-scroller]') ?? document.documentElement)

/** What is in a scroller, and changes its size with all that stands above the list. */
export const contentOf = (scroller: HTMLElement | null): Element | null | undefined =>
  isDocument(scroller) ? document.body : scroller?.firstElementChild

/** The size of the scroller. The element of the document is as high as all that is in it, so for that the window's. */
export function observeScrollerRect(rows: Rows, tell: Parameters<typeof observeElementRect>[1]) {
  if (!isDocument(rows.scrollElement)) return observeElementRect(rows, tell)
  const measure = () => tell({ width: innerWidth, height: innerHeight })
  measure()
  addEventListener('resize', measure)
  return () => removeEventListener('resize', measure)
}

/** How far the scroller is scrolled. The document tells of its scrolling itself, not through its element. */
export function observeScrollerOffset(rows: Rows, tell: Parameters<typeof observeElementOffset>[1]) {
  if (!isDocument(rows.scrollElement)) return observeElementOffset(rows, tell)
  const measure = () => tell(document.documentElement.scrollTop, false)
  measure()
  addEventListener('scroll', measure, { passive: true })
  return () => removeEventListener('scroll', measure)
}

const isDocument = (scroller: Element | null) => scroller === document.documentElement
