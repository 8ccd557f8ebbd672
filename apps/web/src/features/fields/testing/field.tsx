/** A field and its surroundings for tests. */
import { MantineProvider } from '@mantine/core'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { RouterNavigation } from '../../../ui/RouterNavigation.tsx'
import { FieldInput, type FieldInputProps } from '../components/FieldInput.tsx'
import { type TeamFacts, TeamFactsContext, useFieldContext } from '../field-context.ts'
import '../everything.ts'
import type { Linked } from '../linked.ts'
import { TeamRecordSource } from '../source/TeamRecordSource.tsx'

export const ids = [11, 12, 13] as const
export const fileIds = [
  '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a01',
  '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a02',
  '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a03',
] as const

export const linked: Linked = {
  11: { name: 'Ada', avatar: null, dataCollectionId: 5, color: '#e5484d' },
  12: { name: 'Grace', avatar: null, dataCollectionId: 5, color: null },
  13: { name: 'Zoë', avatar: null, dataCollectionId: 5, color: null },
}

const facts: TeamFacts = { teamId: 1, country: 'US', currency: 'USD', dataLanguages: ['en', 'es'] }

export function aField(dataType: DataType, over: Partial<DataField> = {}): DataField {
  return {
    id: 100 + dataTypes.indexOf(dataType),
    dataCollectionId: 2,
    title: `My ${dataType}`,
    titleTranslations: {},
    columnName: dataType,
    dataType,
    description: '',
    descriptionTranslations: {},
    helpText: '',
    displayWidth: 'full',
    isRequired: false,
    isUnique: false,
    defaultValue: null,
    settings: {},
    rank: 0,
    deletedAt: null,
    canUpdate: true,
    displayedInViews: [],
    ...over,
  }
}

/** Settings that the examples of a type need: ids of some list or collection. */
export function exampleField(dataType: DataType, over: Partial<DataField> = {}): DataField {
  const { settings = {} } = fieldType(dataType).examples({ ids, fileIds })
  const target = /selection/.test(dataType)
    ? { listId: 5 }
    : /data_record/.test(dataType)
      ? { dataCollectionId: 5 }
      : {}
  return aField(dataType, { settings: { ...target, ...settings }, ...over })
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** What any page provides around fields, except a record source. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <TeamFactsContext value={facts}>
        <RouterContextProvider router={router as never}>
          <RouterNavigation>
            <Suspense fallback="…">{children}</Suspense>
          </RouterNavigation>
        </RouterContextProvider>
      </TeamFactsContext>
    </MantineProvider>
  )
}

/** A signed-in screen of a team. */
export function Around({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <QueryClientProvider client={client}>
      <TeamRecordSource teamId={facts.teamId}>
        <Surroundings>{children}</Surroundings>
      </TeamRecordSource>
    </QueryClientProvider>
  )
}

type Changes = { value: unknown; change: unknown }[]

function Stateful({
  start,
  changes,
  ...props
}: { start: unknown; changes: Changes } & Omit<FieldInputProps, 'value' | 'context' | 'onChange'>) {
  const [value, setValue] = useState(start)
  const context = useFieldContext(linked)
  return (
    <FieldInput
      {...props}
      value={value}
      context={context}
      onChange={(next, change) => {
        changes.push({ value: next, change })
        setValue(next)
      }}
    />
  )
}

/** Renders an input that keeps its value; `changes` collects what it reports. */
export function renderInput(
  field: DataField,
  start: unknown,
  props: Partial<Omit<FieldInputProps, 'field' | 'value'>> = {},
  Screen: ComponentType<{ children: ReactNode }> = Around,
): { changes: Changes; last(): unknown } {
  const changes: Changes = []
  render(
    <Screen>
      <Stateful field={field} start={start} changes={changes} {...props} />
    </Screen>,
  )
  return { changes, last: () => changes.at(-1)?.value }
}

/** With `MUSTER_TEST_SLOW_ANSWERS=60` each answer is delayed by up to that many milliseconds. */
const slowMs = Number(process.env.MUSTER_TEST_SLOW_ANSWERS ?? 0)

/** Answers of the API by method and path; anything else is a 404. */
export function mockFetch(routes: Record<string, (body: unknown, url: URL) => unknown>): {
  calls: { route: string; body: unknown }[]
} {
  const calls: { route: string; body: unknown }[] = []
  globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input), 'http://test')
    const route = `${init?.method ?? 'GET'} ${url.pathname}`
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ route, body })
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * slowMs))
    const answer = routes[route]
    if (!answer)
      return Response.json({ type: '', title: route, status: 404, code: 'not_found' }, { status: 404 })
    const given = await answer(body, url)
    return given instanceof Response ? given : Response.json(given ?? {})
  }) as typeof fetch
  return { calls }
}
