import { describe, expect, it } from 'vitest'
import { titledPageOf, viewerHash } from './titled-page.ts'

describe('address of a page with a title bar', () => {
  it.each([
    [viewerHash('Ab_-9'), { page: 'viewer', token: 'Ab_-9', payment_id: null }],
    [viewerHash('Ab_-9', 12), { page: 'viewer', token: 'Ab_-9', payment_id: '12' }],
    ['#/viewer/x?utm=1', { page: 'viewer', token: 'x', payment_id: null }],
    ['#/sign/abc', { page: 'sign', token: 'abc' }],
    ['#/webhook/abc/', { page: 'webhook', token: 'abc' }],
    ['#/viewer/', null],
    ['#/viewer/a/b', null],
    ['#/viewer/a/1/2', null],
    ['#/viewers/a', null],
    ['#/mybill/a', null],
    ['', null],
  ])('%s', (hash, framed) => {
    expect(titledPageOf(hash)).toEqual(framed)
  })
})
