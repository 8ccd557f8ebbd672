import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { DocumentTitle } from '../DocumentTitle.tsx'
import { NotFound } from './NotFound.tsx'

beforeAll(() => i18next.loadNamespaces('shell'))

async function show(props: Parameters<typeof NotFound>[0]) {
  const rootRoute = createRootRoute({
    staticData: { name: 'root', access: 'public', title: 'shell:title.records' },
    component: () => (
      <>
        <DocumentTitle />
        <NotFound {...props} />
      </>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: rootRoute, history })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
}

test('it says what was not found and what to do', async () => {
  await show({ type: 'record', id: 42 })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Not Found')
  expect(screen.getByText("Oops! We couldn't find what you're looking for.")).toBeInTheDocument()
  expect(screen.getByText('The record with id 42 was not found.')).toBeInTheDocument()
  expect(screen.getByText('Check the URL for typos')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Return to the previous page' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard')
  expect(screen.getByRole('link', { name: /Contact support/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:/),
  )
  await waitFor(() => expect(document.title).toMatch(/^Not Found · Records · ./))
})

test('without an id it leaves the id out', async () => {
  await show({})
  expect(screen.getByText('The page was not found.')).toBeInTheDocument()
})
