/** A form is sent with everything that was entered, files being uploaded included. */
import type { FileObject } from '@muster/contract/files/files.api'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, upload } from '../../../lib/api.ts'
import { Around, aField, mockFetch } from '../testing/field.tsx'
import { FieldForm, useFieldForm } from './FieldForm.tsx'

vi.mock('../../../lib/api.ts', async (original) => ({ ...(await original<object>()), upload: vi.fn() }))

beforeEach(() => {
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
})

const file: FileObject = {
  id: '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a01',
  url: '/api/teams/1/files/x',
  name: 'a.txt',
  size: 1,
  kind: 'document',
  mimeType: 'text/plain',
  thumbnail: null,
}
const fields = [aField('single_file')]

function Form({ onSend }: { onSend(values: unknown): void }) {
  const form = useFieldForm(fields)
  return (
    <>
      <FieldForm form={form} />
      <button type="button" onClick={() => form.check() && onSend(form.values)}>
        Send
      </button>
    </>
  )
}

it('is not sent while files are uploading, nor without one that failed', async () => {
  const user = userEvent.setup()
  const arrivals: { resolve(file: FileObject): void; reject(error: unknown): void }[] = []
  vi.mocked(upload).mockImplementation(
    () => new Promise((resolve, reject) => void arrivals.push({ resolve: resolve as never, reject })),
  )
  const onSend = vi.fn()
  render(
    <Around>
      <Form onSend={onSend} />
    </Around>,
  )
  await screen.findByText('Upload a file')
  const send = screen.getByRole('button', { name: 'Send' })
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'a.txt'))
  await user.click(send)
  const underWay = /^A file is still uploading/
  expect(await screen.findByText(underWay)).toBeVisible()

  arrivals[0]?.reject(new ApiError(0, 'offline'))
  const again = await screen.findByRole('button', { name: 'Try a.txt again' })
  await waitFor(() => expect(screen.queryByText(underWay)).toBeNull())
  await user.click(send)
  expect(await screen.findByText(/^A file did not upload/)).toBeVisible()
  expect(onSend).not.toHaveBeenCalled()

  await user.click(again)
  await waitFor(() => expect(arrivals).toHaveLength(2))
  arrivals[1]?.resolve(file)
  await screen.findByRole('button', { name: 'Remove a.txt' })
  await user.click(send)
  await waitFor(() => expect(onSend).toHaveBeenCalledWith({ single_file: file }))
})
