import { prefetch } from './prefetch.ts'

prefetch(location.hash)
// The font is optional: it is used only if it is here when the text is, so it leaves together with the question.
void document.fonts?.load('1em "Archivo Variable"').catch(() => {})
