/** Ctrl+K: go anywhere, search all records, switch team; fetched when first opened. */
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activeTeams, signOut, standingIn, useSignedIn } from '../../features/auth/public.ts'
import { collectionsQuery } from '../../features/teams/public.ts'
import { api, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { menuOf } from '../menus.ts'
import classes from './Palette.module.css'

const [store, palette] = createSpotlight()

interface Act {
  id: string
  group: 'records' | 'goTo' | 'collections' | 'teams' | 'actions'
  label: string
  description?: string
  sign: ReactNode
  run: () => unknown
}

const plain = (text: string) => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

export function Palette({ teamId, onClose }: { teamId: number | null; onClose: () => void }) {
  const { t } = useTranslation(['shell'])
  const [query, setQuery] = useState('')
  const acts = useActs(teamId)
  const records = useRecords(teamId, query)
  useEffect(() => {
    palette.open()
  }, [])

  const words = plain(query).split(/\s+/).filter(Boolean)
  const matching = acts.filter((act) => words.every((word) => plain(act.label).includes(word)))
  // Records come later than the rest and stand last, so that nothing moves under the hand.
  const shown = [...matching, ...records.acts]
  const groups = (['goTo', 'collections', 'teams', 'actions', 'records'] as const)
    .map((group) => ({ group, acts: shown.filter((act) => act.group === group).slice(0, 8) }))
    .filter(({ acts: own }) => own.length > 0)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
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
      />
      <Spotlight.ActionsList>
        {groups.map(({ group, acts: own }) => (
          <Spotlight.ActionsGroup key={group} label={t(`search.${group}`)}>
            {own.map((act) => (
              <Spotlight.Action
                key={act.id}
                label={act.label}
                description={act.description}
                leftSection={act.sign}
                onClick={() => void act.run()}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            {records.isSearching ? t('search.searching') : t('search.nothing', { query })}
          </Spotlight.Empty>
        )}
        {records.isFailed && <Spotlight.Empty>{t('search.failed')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Everything that is there without asking the server: places, collections, teams, acts. */
function useActs(teamId: number | null): Act[] {
  const { t } = useTranslation(['shell'])
  const user = useSignedIn()
  const router = useRouter()
  const { compare } = useFormat()
  const { data } = useQuery({ ...collectionsQuery(teamId ?? 0), enabled: teamId !== null })
  return useMemo(() => {
    const go = (url: string) => () => router.history.push(url)
    const place = (label: string, url: string, glyph: GlyphName): Act => ({
      id: url,
      group: 'goTo',
      label,
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
        (one): Act => ({
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
    const teams = activeTeams(user)
      .filter((team) => team.TeamId !== teamId)
      .map(
        (team): Act => ({
          id: `team-${team.TeamId}`,
          group: 'teams',
          label: team.Team.name,
          sign: <Glyph name="swap" />,
          run: go(`/team-${team.TeamId}/dashboard`),
        }),
      )
    const acts: Act[] = [
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
    return [...places, ...menus, ...collections, ...teams, ...acts]
  }, [t, user, teamId, router, data, compare])
}

/** Records of the team that match, from the server, a breath after the last letter. */
function useRecords(teamId: number | null, query: string) {
  const router = useRouter()
  const [wanted] = useDebouncedValue(query.trim(), 150)
  const isOn = teamId !== null && wanted.length >= 2
  const { data: collections } = useQuery({ ...collectionsQuery(teamId ?? 0), enabled: teamId !== null })
  const { data, isFetching, isError } = useApi(
    api.search.all,
    { params: { teamId }, query: { q: wanted, limit: 8 } },
    { enabled: isOn, placeholderData: keepPreviousData },
  )
  const acts = (isOn ? (data?.items ?? []) : []).map((record): Act => {
    const home = collections?.dataCollection.find((one) => one.id === record.dataCollectionId)
    return {
      id: `record-${record.id}`,
      group: 'records',
      label: record.name || `#${record.id}`,
      description: home?.name,
      sign: <Icon name={home?.icon} />,
      run: () =>
        router.navigate({
          to: '/team-{$teamId}/data-records/$dataRecordId',
          params: { teamId: String(teamId), dataRecordId: String(record.id) },
          state: { isFromSearch: true },
        }),
    }
  })
  return { acts, isSearching: isOn && isFetching, isFailed: isOn && isError }
}
