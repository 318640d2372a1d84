/** Scrolls the current link of a bar into view: on a phone it may be outside of what is seen. */
export const scrollToCurrent = (bar: HTMLElement | null): void =>
  bar?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
