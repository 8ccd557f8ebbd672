import { prerenderedId } from '@muster/contract/wizards/prerender'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replacePrerendered } from './prerendered.ts'

let root: HTMLElement
let starts: number
const start = '<button data-start>Start</button>'
const question = '<form><input id="name"><textarea></textarea><input type="checkbox"></form>'

/** @param stage where the visitor is */
function open(stage: 'start' | 'begun'): void {
  document.body.innerHTML = `<div id="${prerenderedId}" data-stage="${stage}">
    <div data-part="start">${start}</div><div data-part="question">${question}</div></div><div id="root"></div>`
  root = document.querySelector<HTMLElement>('#root')!
  replacePrerendered(root)
}

/** The app shows something else. Resolves once it has been noticed. */
async function show(html: string): Promise<void> {
  root.innerHTML = html
  const button = root.querySelector<HTMLElement>('[data-start]')
  button?.addEventListener('click', () => (starts += 1))
  await Promise.resolve()
}

const box = () => document.getElementById(prerenderedId)
const inBox = <Element extends HTMLElement>(selector: string) => box()!.querySelector<Element>(selector)!
const inApp = <Element extends HTMLElement>(selector: string) => root.querySelector<Element>(selector)!

beforeEach(() => {
  starts = 0
})
// Files of a process share the page.
afterEach(() => document.body.replaceChildren())

test('the app takes the place of the start once it is no skeleton', async () => {
  open('start')
  await show('<p data-skeleton></p>')
  expect(box()).not.toBeNull()
  await show(start)
  expect([box(), starts]).toEqual([null, 0])
})

test('who has begun comes to their question with what they typed and chose, where they were', async () => {
  open('begun')
  await show(start)
  expect([box() === null, starts]).toEqual([false, 1])
  const name = inBox<HTMLInputElement>('#name')
  name.value = 'Ada'
  name.focus()
  name.setSelectionRange(1, 2)
  inBox<HTMLInputElement>('[type=checkbox]').checked = true
  await show(question)
  expect(box()).toBeNull()
  const now = inApp<HTMLInputElement>('#name')
  expect([now.value, now.selectionStart, now.selectionEnd]).toEqual(['Ada', 1, 2])
  expect(document.activeElement).toBe(now)
  expect(inApp<HTMLInputElement>('[type=checkbox]').checked).toBe(true)
  expect(starts).toBe(1)
})

test('where the run could not start, the app says why; what was typed is there the next time, unsent', async () => {
  const sent = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {})
  open('begun')
  await show(start)
  inBox<HTMLTextAreaElement>('textarea').value = 'Long text'
  box()!.dataset.isSent = ''
  await show(`<p role="alert">Too many</p>${start}`)
  expect(box()?.dataset.stage).toBeUndefined()
  await show('<p data-skeleton></p>')
  await show(question)
  expect(box()).toBeNull()
  expect(inApp<HTMLTextAreaElement>('textarea').value).toBe('Long text')
  expect(sent).not.toHaveBeenCalled()
})

test('Next that was pressed is pressed once', async () => {
  const sent = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {})
  open('begun')
  await show(start)
  box()!.dataset.isSent = ''
  await show(question)
  await show(question)
  expect(sent).toHaveBeenCalledOnce()
})

test('something else than the question is shown after a while, and left alone then', async () => {
  vi.useFakeTimers()
  open('begun')
  await show(start)
  inBox<HTMLInputElement>('#name').value = 'Ada'
  await show('<p>Full</p>')
  await show('<p>Full, sorry</p>')
  expect(box()).not.toBeNull()
  vi.advanceTimersByTime(3000)
  expect(box()).toBeNull()
  await show(question)
  vi.advanceTimersByTime(10_000)
  expect(inApp<HTMLInputElement>('#name').value).toBe('')
})
