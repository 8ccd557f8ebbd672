/** The first page is drawn in turns: what has a later turn comes once the earlier ones are on the screen. */
import { render, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { Gradually, StartContext } from './Gradually.tsx'

function Drawn({ name, order, children }: { name: string; order: string[]; children?: ReactNode }) {
  useLayoutEffect(() => void order.push(name), [name, order])
  return children ?? name
}

const page = (isStarting: boolean, order: string[]) => (
  <StartContext value={isStarting}>
    <Gradually turn={2} fallback={<Drawn name="no menu" order={order} />}>
      <Drawn name="menu" order={order} />
    </Gradually>
    <Gradually fallback={<Drawn name="no page" order={order} />}>
      <Drawn name="page" order={order}>
        <Gradually turn={2}>
          <Drawn name="rows" order={order} />
        </Gradually>
      </Drawn>
    </Gradually>
  </StartContext>
)

test('while the app starts, each in its turn', async () => {
  const order: string[] = []
  render(page(true, order))
  await screen.findByText(/rows/)
  expect(order).toEqual(['no menu', 'no page', 'page', 'menu', 'rows'])
})

test('later on, all at once', () => {
  const order: string[] = []
  render(page(false, order))
  expect(order).toEqual(['menu', 'rows', 'page'])
})
