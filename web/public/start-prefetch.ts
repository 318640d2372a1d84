import { prefetch } from './prefetch.ts'

prefetch(location.hash)
// The font is `optional`: it is used only if it is there before the text, so request it at once.
void document.fonts?.load('1em "Archivo Variable"').catch(() => {})
