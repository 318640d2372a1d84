import { describe, expect, it } from 'vitest'
import { endEarlySubmits, holdEarlySubmits, takeEarlySubmit } from './early-submit.ts'

function page() {
  const [target, noted] = [new EventTarget(), {}]
  holdEarlySubmits(target, noted)
  /** Whether the browser would send the form by itself. */
  const submit = () => target.dispatchEvent(new Event('submit', { cancelable: true }))
  return { noted, submit }
}

describe('a form that is sent before its script is there', () => {
  it('is held, and taken once by the page', () => {
    const { noted, submit } = page()
    expect(submit()).toBe(false)
    expect(takeEarlySubmit(noted)).toBe(true)
    expect(takeEarlySubmit(noted)).toBe(false)
  })

  it('is not taken by a later page: another was there first, and sends its forms by itself', () => {
    const { noted, submit } = page()
    submit()
    endEarlySubmits(noted)
    expect(submit()).toBe(true)
    expect(submit()).toBe(true)
    expect(takeEarlySubmit(noted)).toBe(false)
  })
})
