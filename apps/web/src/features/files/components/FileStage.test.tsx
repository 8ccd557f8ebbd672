import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Around } from '../../fields/testing/field.tsx'
import type { FileObject } from '../file-look.ts'
import { FileStage } from './FileStage.tsx'

const file = {
  id: 'x',
  name: 'towns.csv',
  url: '/files/x',
  size: 20,
  kind: 'spreadsheet',
  thumbnail: null,
} as FileObject

afterEach(() => vi.unstubAllGlobals())

const answerWith = (bytes: Uint8Array) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(bytes as never)),
  )

it('shows a text file as it is written, whatever its encoding', async () => {
  answerWith(new TextEncoder().encode('town;country\nLeón;ES'))
  const { unmount } = render(<FileStage file={file} />, { wrapper: Around })
  expect((await screen.findByLabelText('towns.csv')).textContent).toBe('town;country\nLeón;ES')
  unmount()
  answerWith(Uint8Array.from([0x4c, 0x65, 0xf3, 0x6e, 0x0a]))
  render(<FileStage file={{ ...file, id: 'y', name: 'old.txt' }} />, { wrapper: Around })
  expect((await screen.findByLabelText('old.txt')).textContent).toBe('León\n')
})

it('says of other files that they cannot be shown', async () => {
  render(<FileStage file={{ ...file, name: 'book.xlsx' }} />, { wrapper: Around })
  expect(await screen.findByText('book.xlsx')).toBeVisible()
})
