import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { publicPages } from './start-script.ts'

/**
 * Puts the sign-in form and the skeleton of a public page into the page, so that they are there before any script has come:
 * `start.ts` says which of them the address asks for. A template costs nothing where it is not shown.
 */
export const drawnTemplates = (sign_in: string): Plugin => ({
  name: 'saldo-drawn-templates',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const { renderSkeleton, renderHome } = (await import(
        pathToFileURL(`${publicPages}-drawn/render.js`).href
      )) as Record<'renderSkeleton' | 'renderHome', () => string>
      const templates =
        template('sign-in', sign_in) + template('skeleton', renderSkeleton()) + template('home', renderHome())
      return html.replace('<!-- drawn -->', () => `${templates}<script>${show}</script>`)
    },
  },
})

const template = (name: string, html: string) => `<template id="drawn-${name}">${html}</template>`
/** The home stands beside the app, which is hidden until it has the same to show. */
const show =
  "{const d=document,n=d.documentElement.dataset.drawn,t=d.getElementById('drawn-'+n),r=d.getElementById('root');let p=r;t&&(n==='home'&&(p=d.createElement('div'),p.id='first-home',r.before(p),r.hidden=true),p.append(t.content.cloneNode(true)))}"
