/** Ctrl+K: go anywhere, search all records, switch team; fetched when first opened. */
import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activeTeams, signOut, standingIn, useSignedIn } from '../../features/auth/public.ts'
import { Marked, useRecordSearch } from '../../features/search/public.ts'
import { collectionsQuery } from '../../features/teams/public.ts'
import { useRunnable, wizardUrl } from '../../features/wizards/runner/public.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { menuOf } from '../menus.ts'
import classes from './Palette.module.css'

const [store, palette] = createSpotlight()

interface Command {
  id: string
  group: 'records' | 'goTo' | 'collections' | 'wizards' | 'teams' | 'actions'
  label: string
  /** The label with marks, and a second line, where it is a record. */
  title?: ReactNode
  note?: ReactNode
  description?: string
  /** What Ctrl+Enter opens in a new tab. */
  url?: string
  sign: ReactNode
  run: () => unknown
}

const plain = (text: string) => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

export function Palette({ teamId, onClose }: { teamId: number | null; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'search'])
  const [query, setQuery] = useState('')
  const commands = useCommands(teamId)
  const records = useRecords(teamId, query)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    palette.open()
  }, [])

  const words = plain(query).split(/\s+/).filter(Boolean)
  const matching = commands.filter((command) => words.every((word) => plain(command.label).includes(word)))
  // Records arrive later than the rest and come last, so that nothing moves under the pointer; before anything is typed
  // they come first.
  const places = (['goTo', 'collections', 'wizards', 'teams', 'actions'] as const)
    .map((group) => ({
      label: t(`search.${group}`),
      commands: matching.filter((command) => command.group === group).slice(0, 8),
    }))
    .filter(({ commands: own }) => own.length > 0)
  const groups = words.length === 0 ? [...records.groups, ...places] : [...places, ...records.groups]
  const isTyped = words.length > 0
  // The list selects its first line when something is typed; search results arrive after that.
  useEffect(() => {
    if (!isTyped || records.records.length === 0) return
    if (list.current?.querySelector('[data-selected]')) return
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [isTyped, records.records])
  /** Ctrl+Enter opens in a new tab what Enter would open here. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    const url = list.current?.querySelector<HTMLElement>('[data-selected]')?.dataset.url
    event.preventDefault()
    event.stopPropagation()
    if (url) window.open(url, '_blank', 'noopener')
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      // The input keeps its place, however many results there are.
      centered={false}
      yOffset="12dvh"
      maxHeight={420}
      radius="md"
      attributes={{ content: { 'aria-label': t('search.label') } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={classes}
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        leftSection={<Glyph name="search" />}
        onKeyDownCapture={onKeyDown}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map(({ label, commands: own }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {own.map((command) => (
              <Spotlight.Action
                key={command.id}
                data-url={command.url}
                onClick={(event) => {
                  if (command.url && (event.ctrlKey || event.metaKey))
                    window.open(command.url, '_blank', 'noopener')
                  else void command.run()
                }}
              >
                <span className={classes.sign}>{command.sign}</span>
                <span className={classes.words}>
                  <span className={classes.name}>{command.title ?? command.label}</span>
                  {(command.note ?? command.description) && (
                    <span className={classes.note}>{command.note ?? command.description}</span>
                  )}
                </span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {records.showMore && (
          <Spotlight.Action
            closeSpotlightOnTrigger={false}
            label={t('search:more')}
            leftSection={<Glyph name="chevronDown" />}
            onClick={records.showMore}
          />
        )}
        {groups.length === 0 && !records.isFailed && (
          <Spotlight.Empty>
            {records.isSearching ? t('search.searching') : t('search.nothing', { query })}
          </Spotlight.Empty>
        )}
        {records.isCut && <Spotlight.Empty>{t('search:cut')}</Spotlight.Empty>}
        {records.isFailed && <Spotlight.Empty>{t('search.failed')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status">
        {isTyped && !records.isSearching ? t('search.found', { count: records.records.length }) : ''}
      </VisuallyHidden>
    </Spotlight.Root>
  )
}

/** Everything available without asking the server: places, collections, teams, commands. */
function useCommands(teamId: number | null): Command[] {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const router = useRouter()
  const { compare } = useFormat()
  const { data } = useQuery({ ...collectionsQuery(teamId ?? 0), enabled: teamId !== null })
  const runnable = useRunnable(teamId).data
  return useMemo(() => {
    const go = (url: string) => () => router.history.push(url)
    const place = (label: string, url: string, glyph: GlyphName): Command => ({
      id: url,
      group: 'goTo',
      label,
      url,
      sign: <Glyph name={glyph} />,
      run: go(url),
    })
    const standing = teamId === null ? null : standingIn(user, teamId)
    const base = `/team-${teamId}`
    const places =
      teamId === null
        ? []
        : [
            place(t('nav.teamDashboard'), `${base}/dashboard`, 'dashboard'),
            place(t('nav.bookmarked'), `${base}/bookmarked`, 'bookmark'),
            place(t('nav.recent'), `${base}/recent`, 'clock'),
            place(t('nav.projects'), `${base}/projects`, 'board'),
            place(t('nav.userPreferences'), `${base}/user/preferences`, 'user'),
          ]
    const menus = [
      ...menuOf('messages', teamId, standing),
      ...menuOf('admin', teamId, standing),
      ...(user.isSysAdmin ? menuOf('sysAdmin', teamId, standing) : []),
    ].flatMap(({ heading, entries }) =>
      entries.map((entry) => ({
        ...place(t(entry.label), entry.url, entry.glyph),
        description: heading && t(heading),
      })),
    )
    const collections = (data?.dataCollection ?? [])
      .filter((one) => !one.isDeleted && !one.IsInternalConfiguration)
      .sort((a, b) => compare(a.pluralName, b.pluralName))
      .map(
        (one): Command => ({
          id: `collection-${one.id}`,
          group: 'collections',
          label: one.pluralName,
          sign: <Icon name={one.icon} />,
          run: go(
            one.IsUsedAsCustomList
              ? `${base}/custom-lists/${one.id}/list-items`
              : `${base}/data-collections/${one.id}/records`,
          ),
        }),
      )
    const wizards = (runnable?.items ?? []).map((wizard): Command => {
      const url = wizardUrl(teamId ?? 0, wizard.id)
      return {
        id: url,
        group: 'wizards',
        label: wizard.name,
        description: wizard.description,
        url,
        sign: <Icon name={wizard.icon} />,
        run: go(url),
      }
    })
    const teams = activeTeams(user)
      .filter((team) => team.TeamId !== teamId)
      .map(
        (team): Command => ({
          id: `team-${team.TeamId}`,
          group: 'teams',
          label: team.Team.name,
          sign: <Glyph name="swap" />,
          run: go(`/team-${team.TeamId}/dashboard`),
        }),
      )
    const commands: Command[] = [
      {
        id: 'sign-out',
        group: 'actions',
        label: t('signOut'),
        sign: <Glyph name="signOut" />,
        run: async () => {
          await signOut()
          await router.navigate({ to: '/login' })
        },
      },
    ]
    return [...places, ...menus, ...collections, ...wizards, ...teams, ...commands]
  }, [t, user, teamId, router, data, runnable, compare])
}

/** Matching records from the server, grouped by collection, the collection of the best match first. */
function useRecords(teamId: number | null, query: string) {
  const { t } = useTranslation(['shell', 'search'])
  const language = currentLanguage()
  const router = useRouter()
  const { data } = useQuery({ ...collectionsQuery(teamId ?? 0), enabled: teamId !== null })
  const found = useRecordSearch(teamId, query)
  const groups = new Map<number | 'recent', { label: string; commands: Command[] }>()
  for (const record of found.records) {
    const home = data?.dataCollection.find((one) => one.id === record.dataCollectionId)
    const key = record.kind === 'recent' ? 'recent' : record.dataCollectionId
    const label = key === 'recent' ? t('search:recent') : (home?.pluralName ?? t('search.records'))
    const group = groups.get(key) ?? { label, commands: [] }
    groups.set(key, group)
    const field = home?.DataFields.find(({ id }) => id === record.match?.dataFieldId)
    const name = record.name || `#${record.id}`
    const isFound = record.kind !== 'recent'
    // From a record that was found, the reader can go on to the next.
    const walk = isFound ? (router.options.stringifySearch?.({ find: query.trim() }) ?? '') : ''
    const url = `/team-${teamId}/data-records/${record.id}${walk}`
    group.commands.push({
      id: `record-${record.id}`,
      group: 'records',
      label: name,
      url,
      sign: <Icon name={home?.icon} />,
      title: <Marked text={name} marks={record.name ? record.marks : []} />,
      note:
        record.match && field ? (
          <>
            {t('search:inField', { field: field.titleTranslations[language] || field.title })}
            <Marked text={record.match.text} marks={record.match.marks} />
          </>
        ) : key === 'recent' ? (
          home?.pluralName
        ) : undefined,
      run: () => {
        router.history.push(url, { isFromSearch: true })
      },
    })
  }
  return { ...found, groups: [...groups.values()] }
}
