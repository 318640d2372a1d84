import { describe, expect, it } from 'vitest'
import { searchWords } from './search-words.ts'

describe('a text', () => {
  it('is one word when it is a codice fiscale typed in groups', () => {
    expect(searchWords('RSS MRA 85M10 H501S').containing).toEqual(['%rssmra85m10h501s%'])
  })
  it('stays several words when a name and a number are as long as a codice fiscale', () => {
    expect(searchWords('davide serra 44715').containing).toEqual(['%davide%', '%serra%', '%44715%'])
  })
})
