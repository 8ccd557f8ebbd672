/** Calendars and maps show a record's displayed fields in a card on hover and focus. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { displayedFieldSchema } from '@muster/contract/views/views.schema'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useFieldContext } from '../../../fields/public.ts'
import { Around, exampleField } from '../../../fields/testing/field.tsx'
import type { Display, ViewSource } from '../../source.ts'
import { Glance } from './Glance.tsx'

const place = exampleField('plain_text', { columnName: 'place', title: 'Place' })
const display = {
  fields: [{ field: place, shown: displayedFieldSchema.parse({ dataFieldId: place.id }) }],
} as unknown as Display
const places: Record<number, string | null> = { 1: 'The town hall', 2: 'The harbour', 3: null }
const requested: number[] = []
const source: Pick<ViewSource, 'key' | 'one'> = {
  key: ['test'],
  async one(id) {
    requested.push(id)
    return {
      items: [{ id, name: `Event ${id}`, values: { place: places[id] } } as unknown as DataRecord],
      linked: {},
    }
  },
}

function Shown() {
  const context = useFieldContext()
  return (
    <Glance source={source as ViewSource} display={display} context={context}>
      {[1, 2, 3].map((id) => (
        <a key={id} href={`/${id}`} data-record={id}>
          Event {id}
        </a>
      ))}
      <p>Elsewhere</p>
    </Glance>
  )
}

const event = (id: number) => screen.findByRole('link', { name: `Event ${id}` })

test('it appears beside its target, describes it, and closes on leave or Escape', async () => {
  const user = userEvent.setup()
  render(
    <Around>
      <Shown />
    </Around>,
  )
  await user.hover(await event(1))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Place')
  expect(await screen.findByText('The town hall')).toBeInTheDocument()
  await expect
    .poll(async () => (await event(1)).getAttribute('aria-describedby'))
    .toBe(screen.getByRole('tooltip').id)
  await user.hover(await event(2))
  expect(await screen.findByText('The harbour')).toBeInTheDocument()
  expect(screen.queryByText('The town hall')).toBeNull()
  expect(await event(1)).not.toHaveAttribute('aria-describedby')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.hover(await event(1))
  await screen.findByRole('tooltip')
  await user.hover(screen.getByText('Elsewhere'))
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('no card without content', async () => {
  const user = userEvent.setup()
  requested.length = 0
  render(
    <Around>
      <Shown />
    </Around>,
  )
  await user.hover(await event(3))
  await expect.poll(() => requested).toEqual([3])
  // The answer has arrived: a card would appear now.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.hover(await event(2))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('The harbour')
})
