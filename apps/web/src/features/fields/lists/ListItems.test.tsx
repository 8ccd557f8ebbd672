import { useQueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Around, mockFetch } from '../testing/field.tsx'
import { ListItems } from './ListItems.tsx'

const north = { id: 7, name: 'North', values: { name: 'North', color: null, rank: 1 } }
const south = { id: 8, name: 'South', values: { name: 'South', color: null, rank: 2 } }
const answerOf = (...items: object[]) => ({ items, total: items.length, nextCursor: null })
const query = 'POST /api/teams/1/dataCollections/5/dataRecords/query'
const create = 'POST /api/teams/1/dataCollections/5/dataRecords'
const broken = () => Response.json({ type: '', title: '', status: 500, code: 'internal' }, { status: 500 })

/** Refetches everything, as a change by somebody else does. */
function Again() {
  const client = useQueryClient()
  const [times, setTimes] = useState(0)
  return (
    <button type="button" onClick={() => void client.invalidateQueries().then(() => setTimes(times + 1))}>
      Asked again {times} times
    </button>
  )
}

function show() {
  render(
    <Around>
      <ListItems listId={5} />
      <Again />
    </Around>,
  )
}

test('an item without a server id is shown, but cannot be used yet', async () => {
  let answer = (_: Response) => {}
  let stored = answerOf(north)
  mockFetch({ [query]: () => stored })
  const askWithMock = globalThis.fetch
  globalThis.fetch = ((input: string, init?: RequestInit) =>
    new URL(input, 'http://test').pathname === create.slice(5) && init?.method === 'POST'
      ? new Promise<Response>((resolve) => {
          answer = resolve
        })
      : askWithMock(input, init)) as typeof fetch
  show()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Add an item' }), 'South{Enter}')
  const rowOf = (name: string) => screen.getByDisplayValue(name).closest('li')
  await waitFor(() => expect(rowOf('South')).toHaveAttribute('inert'))
  expect(rowOf('North')).not.toHaveAttribute('inert')
  stored = answerOf(north, south)
  answer(Response.json(south))
  await waitFor(() => expect(rowOf('South')).not.toHaveAttribute('inert'))
})

test('what was typed survives a later request that fails', async () => {
  let isBroken = false
  mockFetch({ [query]: () => (isBroken ? broken() : answerOf(north)) })
  show()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Add an item' }), 'Sou')
  isBroken = true
  await userEvent.click(screen.getByRole('button', { name: 'Asked again 0 times' }))
  await screen.findByRole('button', { name: 'Asked again 1 times' })
  // Leaving the input adds the item; what the server refuses comes back.
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Add an item' })).toHaveValue('Sou'))
  expect(screen.queryByRole('alert')).toBeNull()
})
