import { describe, expect, it } from 'vitest'
import { inDocument } from './clean-html.ts'
import { shownBy } from './shown-by.ts'

const tag = '{{url}}'
const shows = (body: string) => {
  const { text, links } = shownBy(inDocument('', body))
  return [text, ...links].join().includes(tag)
}
const spanned = (style: string) => `<span style="${style}">${tag}</span>`

describe('a tag is seen', () => {
  it.each([
    ['as text', `<p>${tag}</p>`],
    ['as a link around text', `<a href="${tag}">Apri</a>`],
    ['as a link around a picture', `<a href="${tag}"><img src="data:image/png;base64,AAAA"></a>`],
    ['pale on a ground of its own', spanned('color:#ffffff;background:#005c66')],
    [
      'pale on the ground around it',
      `<table bgcolor="#005c66"><tr><td>${spanned('color:#fff')}</td></tr></table>`,
    ],
    [
      'in text of a size, in a cell without one',
      `<td style="font-size:0px"><div style="font-size:13px">${tag}</div></td>`,
    ],
    ['small', spanned('font-size:6px')],
    ['indented', spanned('text-indent:-20px')],
    ['in a box as high as it needs', spanned('height:auto;max-height:100%')],
  ])('%s', (_how, body) => expect(shows(body)).toBe(true))
})

describe('a tag is not seen', () => {
  it.each([
    'display:none',
    'DISPLAY: NONE !important',
    'visibility:hidden',
    'font-size:0',
    'font-size:5px',
    'font-size:.1em',
    'font-size:1%',
    'font-size:0 !important;font-size:16px',
    'font:0/0 a',
    'opacity:0',
    'opacity:0.01',
    'max-height:0',
    'height:0px',
    'text-indent:-9999px',
    'margin-left:-999em',
    'color:#fff',
    'color:#ffffff;font-size:12px',
    'color:#fefefe',
    'color:white',
    'color:transparent',
    'color:rgb(255, 255, 255)',
    'color:rgba(0,0,0,0)',
    'color:#fff;background:#fff',
  ])('with %s', (style) => {
    expect(shows(spanned(style))).toBe(false)
    expect(shows(`<div style="${style}"><b>${tag}</b></div>`)).toBe(false)
  })
  it.each([
    ['as a link around nothing', `<a href="${tag}"></a>`],
    ['as a link around a space', `<a href="${tag}"> <b></b></a>`],
    ['as a link around what is hidden', `<a href="${tag}"><span style="font-size:0">Apri</span></a>`],
    ['in pale text', `<font color="#ffffff">${tag}</font>`],
    [
      'pale on white that covers a ground',
      `<div style="background:#000"><p style="background:#fff;color:#fff">${tag}</p></div>`,
    ],
    ['in a title', `<b title="${tag}">x</b>`],
  ])('%s', (_how, body) => expect(shows(body)).toBe(false))
})
