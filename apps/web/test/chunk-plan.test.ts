import { describe, expect, test } from 'vitest'
import { type Chunk, planChunks } from '../build/chunk-plan.ts'

const chunk = (fileName: string, kind: Chunk['kind'], imports: string[], size = 1000): Chunk => ({
  fileName,
  kind,
  imports,
  lazyImports: [],
  size,
  styleSize: 0,
  modules: [`${fileName}/module`],
  isForGuests: fileName.startsWith('guest'),
  isWaitedFor: fileName.startsWith('waited'),
  isEveryday: fileName.startsWith('everyday'),
})

/** The shared files that become one, as `a+b`. */
function merged(chunks: Chunk[]): string[] {
  const plan = planChunks(chunks)
  const names = [...new Set(plan.values())]
  return names
    .map((name) => [...plan].flatMap(([module, file]) => (file === name ? [module.split('/')[0]] : [])))
    .map((group) => group.sort().join('+'))
    .sort()
}

test('what pages use together becomes one file', () => {
  const pages = ['one', 'two', 'three'].map((name) => chunk(name, 'lazy', ['a', 'b']))
  expect(merged([...pages, chunk('a', 'shared', []), chunk('b', 'shared', [])])).toEqual(['a+b'])
})

test('what is used together stays apart where it would run for too long at a time', () => {
  const pages = ['one', 'two', 'three'].map((name) => chunk(name, 'lazy', ['a', 'b', 'c']))
  const shared = [
    chunk('a', 'shared', [], 600_000),
    chunk('b', 'shared', [], 600_000),
    chunk('c', 'shared', [], 300_000),
  ]
  expect(merged([...pages, ...shared])).toEqual(['a', 'b+c'])
})

test('a page does not load much that it has no use for', () => {
  const all = [
    chunk('one', 'lazy', ['a', 'large']),
    chunk('two', 'lazy', ['a', 'large']),
    chunk('three', 'lazy', ['a']),
    chunk('four', 'lazy', ['a']),
    chunk('a', 'shared', []),
    chunk('large', 'shared', [], 500_000),
  ]
  expect(merged(all)).toEqual(['a', 'large'])
  // A little is better than a request more.
  expect(merged(all.map((one) => ({ ...one, size: 1000 })))).toEqual(['a+large'])
})

test('a guest pays less for another request than for code that only others need', () => {
  const chunks = (guest: string) => [
    chunk('one', 'lazy', ['a', 'b']),
    chunk(guest, 'lazy', ['a']),
    chunk('a', 'shared', []),
    chunk('b', 'shared', [], 10_000),
  ]
  expect(merged(chunks('page'))).toEqual(['a+b'])
  expect(merged(chunks('guest page'))).toEqual(['a', 'b'])
})

test('a page of every day decides for those that are opened now and then', () => {
  const chunks = (page: string) => [
    chunk(page, 'lazy', ['a', 'b']),
    ...['one', 'two', 'three'].map((name) => chunk(name, 'lazy', ['a'])),
    chunk('a', 'shared', []),
    chunk('b', 'shared', [], 100_000),
  ]
  expect(merged(chunks('page'))).toEqual(['a', 'b'])
  expect(merged(chunks('everyday page'))).toEqual(['a+b'])
})

test('what people wait for loads nothing that others need', () => {
  const chunks = (page: string) => [
    chunk('one', 'lazy', ['a', 'b']),
    chunk('two', 'lazy', ['a', 'b']),
    chunk(page, 'lazy', ['a']),
    chunk('a', 'shared', []),
    chunk('b', 'shared', []),
  ]
  expect(merged(chunks('page'))).toEqual(['a+b'])
  expect(merged(chunks('waited page'))).toEqual(['a', 'b'])
})

test('what the app starts with is one file, which its pages have already', () => {
  const pages = ['one', 'two'].map((name) => chunk(name, 'lazy', ['start', 'a', 'b']))
  const all = [...pages, chunk('start', 'shared', []), chunk('a', 'shared', []), chunk('b', 'shared', [])]
  expect(merged([...all, chunk('app', 'entry', ['start'])])).toEqual(['a+b', 'app+start'])
})

test('two entries share what both start with, and neither loads what runs the other', () => {
  const app = { ...chunk('app', 'entry', ['common', 'router', 'cache']), lazyImports: ['page'] }
  const guests = { ...chunk('guests', 'entry', ['common', 'guest parts']), lazyImports: ['guest run'] }
  const all = [
    app,
    guests,
    chunk('common', 'shared', []),
    chunk('router', 'shared', [], 50_000),
    chunk('cache', 'shared', [], 50_000),
    chunk('guest parts', 'shared', []),
    chunk('guest run', 'lazy', ['common', 'cache']),
    chunk('page', 'lazy', ['common', 'cache', 'router']),
  ]
  // Visitors load the cache when a run starts, and the router never.
  expect(merged(all)).toEqual(['app+router', 'cache', 'common', 'guest parts+guests'])
})

describe('what a page that people wait for loads', () => {
  const all = (size: number, visitorLoads: string[], page = 'guest run') => [
    { ...chunk('app', 'entry', []), lazyImports: ['waited sign-in', 'everyday one', 'everyday two'] },
    { ...chunk('guests', 'entry', []), lazyImports: [page] },
    chunk('waited sign-in', 'lazy', ['field']),
    chunk('everyday one', 'lazy', ['field']),
    chunk('everyday two', 'lazy', []),
    chunk(page, 'lazy', visitorLoads),
    chunk('field', 'shared', ['text'], size),
    chunk('text', 'shared', [], 500),
  ]
  const fileOf = (chunks: Chunk[]) => planChunks(chunks).get('field/module')

  test('comes with the entry if all pages of every day load it', () => {
    expect(fileOf(all(50_000, []))).not.toBe('app')
    const daily = all(50_000, []).map((one) =>
      one.fileName === 'everyday two' ? { ...one, imports: ['field'] } : one,
    )
    expect(fileOf(daily)).toBe('app')
  })

  test('is in the start of all entries if each has such a page', () => {
    expect(fileOf(all(50_000, ['field']))).not.toBe('start')
    expect(fileOf(all(50_000, ['field'], 'waited run'))).toBe('start')
  })

  test('is in the start if another entry may load it and it is too small for a file', () => {
    expect(fileOf(all(500, []))).not.toBe('start')
    expect(fileOf(all(500, ['field']))).toBe('start')
  })
})

test('what two entries may load is not merged with a file that runs one of them', () => {
  const files = (visitorLoads: string) => [
    { ...chunk('app', 'entry', ['router']), lazyImports: ['one', 'two'] },
    { ...chunk('guests', 'entry', []), lazyImports: ['outcome'] },
    chunk('router', 'shared', []),
    ...['one', 'two'].map((name) => chunk(name, 'lazy', ['button', 'links'])),
    chunk('outcome', 'lazy', [visitorLoads]),
    chunk('button', 'shared', []),
    chunk('links', 'shared', ['router']),
    chunk('other', 'shared', []),
  ]
  expect(merged(files('other'))).toContain('button+links')
  expect(merged(files('button'))).toEqual(['app+router', 'button', 'guests', 'links'])
})

test('two files are not merged around a third one that lies between them', () => {
  const pages = ['one', 'two'].map((name) => chunk(name, 'lazy', ['a', 'c']))
  const all = [
    ...pages,
    chunk('a', 'shared', ['between']),
    chunk('between', 'shared', ['c'], 900_000),
    chunk('c', 'shared', []),
  ]
  const other = Array.from({ length: 5 }, (_, index) => chunk(`other ${index}`, 'lazy', ['c']))
  for (const group of merged([...all, ...other])) {
    expect(group === 'a+c', group).toBe(false)
  }
})

describe('style sheets', () => {
  const withStyle = (one: Chunk, styleSize = 10_000): Chunk => ({
    ...one,
    styleSize,
    modules: [...one.modules, `${one.fileName}.module.css`],
  })
  const fileOf = (chunks: Chunk[], style: string) => planChunks(chunks).get(`${style}.module.css`)

  test('of pages of every day are one file, with those of their shared files', () => {
    const all = [
      chunk('app', 'entry', []),
      withStyle(chunk('everyday grid', 'lazy', ['cells'])),
      withStyle(chunk('everyday record', 'lazy', ['cells'])),
      withStyle(chunk('now and then', 'lazy', ['chart'])),
      withStyle(chunk('cells', 'shared', [])),
      withStyle(chunk('chart', 'shared', [])),
    ]
    for (const style of ['everyday grid', 'everyday record', 'cells'])
      expect([style, fileOf(all, style)]).toEqual([style, 'everyday'])
    expect(fileOf(all, 'now and then')).toBeUndefined()
    expect(fileOf(all, 'chart')).not.toBe('everyday')
  })

  test('that people wait for come with their entry, unless another entry has use for them', () => {
    const app = { ...chunk('app', 'entry', []), lazyImports: ['waited sign-in'] }
    const guests = { ...chunk('guests', 'entry', []), lazyImports: ['guest run'] }
    const all = (...visitorLoads: string[]) => [
      app,
      guests,
      withStyle(chunk('waited sign-in', 'lazy', ['field', 'label'])),
      chunk('guest run', 'lazy', visitorLoads),
      ...['field', 'label'].map((name) => withStyle(chunk(name, 'shared', [], 50_000))),
    ]
    for (const style of ['waited sign-in', 'field', 'label'])
      expect([style, fileOf(all(), style)]).toEqual([style, 'app'])
    const plan = planChunks(all('field'))
    // The scripts of both are one file, which would load the other entry for the sake of a style sheet.
    expect(plan.get('label/module')).toBe(plan.get('field/module'))
    expect(plan.get('waited sign-in.module.css')).toBe('app')
    expect(['field', 'label'].map((style) => plan.get(`${style}.module.css`))).not.toContain('app')
  })

  test('of an entry come with what both entries start with, if they are small', () => {
    const all = (styleSize: number) => [
      withStyle(chunk('app', 'entry', []), styleSize),
      chunk('guests', 'entry', []),
    ]
    expect(fileOf(all(10_000), 'app')).toBe('app')
    expect(fileOf(all(1000), 'app')).toBe('start')
  })
})
