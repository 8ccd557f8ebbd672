/** The settings of a field over the records, over a mocked API. */
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Around, aField, mockFetch } from '../testing/field.tsx'
import { FieldSettings } from './FieldSettings.tsx'

const base = '/api/teams/1/dataCollections/2/dataFields'
const linkBack = { dataCardId: 4, title: 'Visits', titleTranslations: {} }
// As records come with it: without the card on the other side.
const link = aField('multi_data_record', { id: 7, title: 'Places', settings: { dataCollectionId: 5 } })

function show(items: unknown[]) {
  const { calls } = mockFetch({
    'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }),
    [`GET ${base}`]: () => ({ items }),
    [`PUT ${base}/7`]: (body) => ({ ...link, ...(body as object) }),
  })
  const onClose = vi.fn<() => void>()
  render(
    <Around>
      <FieldSettings teamId={1} dataCollectionId={2} field={link} onClose={onClose} onBegun={() => {}} />
    </Around>,
  )
  return { onClose, saved: () => calls.find(({ route }) => route === `PUT ${base}/7`)?.body }
}

it('keeps the card that a link has on the other side', async () => {
  const user = userEvent.setup()
  const { onClose, saved } = show([{ ...link, linkBack }])
  const title = await screen.findByRole('textbox', { name: /^Title/ })
  await user.clear(title)
  await user.type(title, 'Offices')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saved()).toMatchObject({ title: 'Offices', linkBack: { title: 'Visits' } })
})

it('opens no form for a field that is gone', async () => {
  show([])
  expect(await screen.findByText('Error loading DataFields. Please retry.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})
