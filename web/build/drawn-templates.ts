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
      const { renderSkeleton } = (await import(pathToFileURL(`${publicPages}-drawn/render.js`).href)) as {
        renderSkeleton: () => string
      }
      const templates = template('sign-in', sign_in) + template('skeleton', renderSkeleton())
      return html.replace('<!-- drawn -->', () => `${templates}<script>${show}</script>`)
    },
  },
})

const template = (name: string, html: string) => `<template id="drawn-${name}">${html}</template>`
const show =
  "{const t=document.getElementById('drawn-'+document.documentElement.dataset.drawn);t&&document.getElementById('root').append(t.content.cloneNode(true))}"
