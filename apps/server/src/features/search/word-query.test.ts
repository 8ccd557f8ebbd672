import { describe, expect, it } from 'vitest'
import { enoughCandidates, maxCandidates, sampleSize, similarQuery, wordQuery } from './word-query.ts'
import { wordShares } from './word-shares.ts'

const records = 200_000
const shares = wordShares(records, {
  ana: 0.15,
  frank: 0.12,
  franklin: 0.01,
  person: 0.9,
  kim: 0.1,
  kit: 0.1,
})

describe('the index is asked', () => {
  it('for the rarest prefix, in whose records a frequent one is compared', () => {
    const { index, all, compared } = wordQuery(['frank', 'korwell'], false, shares)
    expect(index).toBe(`'korwell':*`)
    expect(all).toBe(`'frank':* & 'korwell':*`)
    expect(compared).toEqual(['frank'])
  })

  it('for complete words, and a last one that is not much more frequent than these', () => {
    expect(wordQuery(['frank', 'korw'], true, shares).index).toBe(`'frank' & 'korw':*`)
    expect(wordQuery(['person', 'ki'], true, shares)).toMatchObject({ index: `'person'`, compared: ['ki'] })
    expect(wordQuery(['ana', 'k'], true, shares)).toMatchObject({ index: `'ana'`, compared: ['k'] })
  })

  it('for any prefix of few records, whatever the other words', () => {
    expect(wordQuery(['zoe', 'korwell'], true, shares).index).toBe(`'zoe' & 'korwell':*`)
    expect(wordQuery(['korwell', 'zoebel'], false, shares).index).toBe(`'korwell':* & 'zoebel':*`)
  })

  it('for all words while there are no statistics', () => {
    expect(wordQuery(['frank', 'ko'], false, wordShares(0, {})).index).toBe(`'frank':* & 'ko':*`)
  })

  it('for the words that a typed one may mean', () => {
    const { index, all, compared } = similarQuery(['frnak', 'korwel'], [['frank'], ['korwell']], shares)
    expect(index).toBe(`('korwel':* | 'korwell')`)
    expect(all).toBe(`('frnak':* | 'frank') & ('korwel':* | 'korwell')`)
    expect(compared).toEqual(['(frnak|frank(?![[:alnum:]]))'])
  })
})

describe('with a frequent word left to compare', () => {
  it('compares twice as many first as it takes to find enough', () => {
    expect(wordQuery(['person', 'kim'], false, shares)).toMatchObject({
      index: `'kim':*`,
      firstCompared: 1000,
    })
    expect(wordQuery(['person', 'ki'], true, shares).firstCompared).toBe(3000)
  })

  it('has found enough with twice as many as are wanted, or more than any search shows', () => {
    expect(enoughCandidates(21)).toBe(42)
    expect(enoughCandidates(200)).toBeGreaterThan(200)
    expect(enoughCandidates(maxCandidates)).toBeLessThan(maxCandidates)
  })

  it('compares all where the index finds few, or is asked for all words', () => {
    expect(wordQuery(['frank', 'korwell'], false, shares).firstCompared).toBeNull()
    expect(wordQuery(['frank', 'korw'], true, shares).firstCompared).toBeNull()
  })
})

it('adds up the shares of the words with a prefix', () => {
  expect(shares.ofPrefix('frank')).toBeCloseTo(0.13)
  expect(shares.ofWord('frank')).toBe(0.12)
  expect(shares.ofPrefix('q')).toBeGreaterThan(shares.ofPrefix('qu'))
  expect(shares.ofWord('quince')).toBeGreaterThan(0)
  expect(shares.ofPrefix('43')).toBeCloseTo(0.01)
  expect(shares.ofWord('constructor')).toBe(shares.ofWord('quince'))
})

it('compares a sample where a word is frequent, and there are many records', () => {
  const matching = (share: number, records: number) => ({ share, expected: share * records })
  expect(sampleSize(matching(0.15, records), 21)).toBe(500)
  expect(sampleSize(matching(0.01, records), 21)).toBeNull()
  expect(sampleSize(matching(0.15, 5000), 21)).toBeNull()
})
