import {
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type Virtualizer,
} from '@tanstack/react-virtual'

type Rows = Virtualizer<HTMLElement, Element>

/** The part of the page that scrolls around an element: where the layout marks none, the document itself. */
export const scrollerAround = (element: HTMLElement | null): HTMLElement | null =>
  element && (element.closest<HTMLElement>('[data-scroller]') ?? document.documentElement)

/** The element that holds the scroller's content. It is observed, because its height changes when something above the list does. */
export const contentOf = (scroller: HTMLElement | null): Element | null | undefined =>
  isDocument(scroller) ? document.body : scroller?.firstElementChild

/** How far below the beginning of what a scroller holds an element begins, however far the scroller is scrolled. */
export function topIn(scroller: HTMLElement, element: Element): number {
  const below = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  // The box of the document's element moves as it scrolls; that of another scroller stays.
  return isDocument(scroller) ? below : below + scroller.scrollTop
}

/** The size of the scroller. The element of the document is as high as all that is in it, so for that the window's. */
export const observeScrollerRect = (rows: Rows, tell: Parameters<typeof observeElementRect>[1]) =>
  isDocument(rows.scrollElement) ? observeWindowRect(inWindow(rows), tell) : observeElementRect(rows, tell)

/** How far the scroller is scrolled. The document tells of its scrolling itself, not through its element. */
export const observeScrollerOffset = (rows: Rows, tell: Parameters<typeof observeElementOffset>[1]) =>
  isDocument(rows.scrollElement)
    ? observeWindowOffset(inWindow(rows), tell)
    : observeElementOffset(rows, tell)

const inWindow = (rows: Rows) =>
  ({ ...rows, scrollElement: window }) as unknown as Virtualizer<Window, Element>

const isDocument = (scroller: Element | null) => scroller === document.documentElement
