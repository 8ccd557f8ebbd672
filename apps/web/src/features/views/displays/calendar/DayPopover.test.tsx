import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatter } from '../../../../lib/format.ts'
import { setLanguage } from '../../../../lib/i18n.ts'
import { CalendarContext, type CalendarFacts } from './calendar-context.ts'
import { DayPopover } from './DayPopover.tsx'

beforeAll(async () => {
  await setLanguage('fr')
})
afterAll(() => setLanguage('en'))

const facts = {
  format: formatter('fr', 'UTC'),
  dayName: () => 'mardi 3 mars 2026',
} as unknown as CalendarFacts

test.each([
  [1, '+1 autre', '1 autre le mardi 3 mars 2026'],
  [2, '+2 autres', '2 autres le mardi 3 mars 2026'],
])('%i more in French', async (hidden, text, label) => {
  render(
    <MantineProvider>
      <CalendarContext value={facts}>
        <Suspense>
          <DayPopover day="2026-03-03" events={[]} hidden={hidden} />
        </Suspense>
      </CalendarContext>
    </MantineProvider>,
  )
  expect(await screen.findByRole('button', { name: label })).toHaveTextContent(text)
})
