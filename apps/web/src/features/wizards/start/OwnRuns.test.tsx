/** One's own unfinished runs: what is listed, and that discarding asks first. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { OwnRuns } from './OwnRuns.tsx'

beforeAll(() => i18next.loadNamespaces(['wizardRuns', 'common', 'errors']))

const run = {
  id: 7,
  dataWizardId: 3,
  name: 'Loan',
  icon: 'fas fa-book',
  wizardStepId: 9,
  step: 'Which object',
  updatedAt: new Date().toISOString(),
}

test('a run is gone on with, or discarded once that is confirmed', async () => {
  const cancelled: string[] = []
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }),
    'GET /api/teams/1/ownWizardRuns': () => ({ items: cancelled.length > 0 ? [] : [run] }),
    'POST /api/teams/1/wizardRuns/7/cancel': () => {
      cancelled.push('7')
      return {}
    },
  })
  render(
    <Around>
      <OwnRuns teamId={1} />
      <ConfirmHost />
    </Around>,
  )
  const user = userEvent.setup()
  const goOn = await screen.findByRole('link', { name: 'Continue Loan' })
  expect(goOn).toHaveAttribute('href', '/team-1/wizards/3?run=7')
  expect(screen.getByText('At “Which object”, left today')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Discard Loan' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(cancelled).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Discard Loan' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await expect.poll(() => screen.queryByRole('link', { name: 'Continue Loan' })).toBeNull()
  expect(cancelled).toEqual(['7'])
})
