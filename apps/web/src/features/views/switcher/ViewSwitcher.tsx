/** The current view of a collection and its other views, with the current one's actions. */
import { Button, Popover, TextInput } from '@mantine/core'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type MenuItem } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import hidden from '../../../ui/hidden.module.css'
import styles from '../../../ui/shared.module.css'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { kindOf, viewKinds } from '../types/index.ts'
import classes from './ViewSwitcher.module.css'

/** Below this number of views there is no search. */
const searchFrom = 8

export interface ViewSwitcherProps {
  views: readonly SavedView[]
  /** Null: all records. */
  view: SavedView | null
  /** Opens first for the reader; null: all records. */
  firstId: number | null
  urlOf(view: SavedView | null): string
  onCreate(): void
  menuItems: readonly MenuItem[]
}

export function ViewSwitcher({ views, view, firstId, urlOf, onCreate, menuItems }: ViewSwitcherProps) {
  const { t } = useTranslation(['viewSwitcher', 'common'])
  const [isOpen, setOpen] = useState(false)
  const name = view?.internalName ?? t('viewSwitcher:all')
  return (
    <div className={classes.root}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={300}
        trapFocus
        returnFocus
        withRoles
        shadow="md"
      >
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            className={classes.current}
            leftSection={<Glyph name={view ? viewKinds[kindOf(view)].glyph : 'table'} />}
            rightSection={<Glyph name="chevronDown" size={12} />}
            aria-label={t('viewSwitcher:current', { name })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes.name}>{name}</span>
            {view?.sharing === 'locked' && <Glyph name="lock" size={12} className={classes.sign} />}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('viewSwitcher:label')}>
          <Views
            views={views}
            current={view}
            firstId={firstId}
            urlOf={urlOf}
            onChosen={() => setOpen(false)}
          />
          <div className={classes.foot}>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              justify="start"
              fullWidth
              leftSection={<Glyph name="plus" />}
              onClick={() => {
                setOpen(false)
                onCreate()
              }}
            >
              {t('viewSwitcher:create')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
      <ActionMenu items={menuItems} label={t('viewSwitcher:actions', { name })} position="bottom-start" />
    </div>
  )
}

function Views({
  views,
  current,
  firstId,
  urlOf,
  onChosen,
}: Pick<ViewSwitcherProps, 'views' | 'firstId' | 'urlOf'> & {
  current: SavedView | null
  onChosen(): void
}) {
  const { t } = useTranslation(['viewSwitcher', 'common'])
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const words = search.trim().toLowerCase()
  const isWanted = (name: string) => name.toLowerCase().includes(words)
  const found = views.filter(({ internalName }) => isWanted(internalName))
  const sections = [
    { title: t('viewSwitcher:forAll'), views: found.filter(({ sharing }) => sharing !== 'personal') },
    { title: t('viewSwitcher:mine'), views: found.filter(({ sharing }) => sharing === 'personal') },
  ].filter((section) => section.views.length > 0)

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[at < 0 ? (by > 0 ? 0 : links.length - 1) : (at + by + links.length) % links.length]?.focus()
  }
  const link = (view: SavedView | null) => (
    <ViewLink
      key={view?.id ?? 'all'}
      name={view?.internalName ?? t('viewSwitcher:all')}
      url={urlOf(view)}
      glyph={view ? viewKinds[kindOf(view)].glyph : 'table'}
      isCurrent={(view?.id ?? null) === (current?.id ?? null)}
      isFirst={(view?.id ?? null) === firstId && firstId !== null}
      isLocked={view?.sharing === 'locked'}
      isBroken={view?.isBroken ?? false}
      onChosen={onChosen}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between links, as in a menu
    <div ref={list} onKeyDown={onKeyDown}>
      {views.length >= searchFrom && (
        <TextInput
          size="xs"
          m={4}
          data-autofocus
          aria-label={t('viewSwitcher:search')}
          placeholder={t('common:search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.lists}>
        {isWanted(t('viewSwitcher:all')) && (
          <ul className={styles.plainList} aria-label={t('viewSwitcher:label')}>
            {link(null)}
          </ul>
        )}
        {sections.map((section) => (
          <section key={section.title} aria-label={section.title}>
            <p className={classes.heading}>{section.title}</p>
            <ul className={styles.plainList}>{section.views.map(link)}</ul>
          </section>
        ))}
        {words !== '' && found.length === 0 && <p className={classes.none}>{t('common:noResults')}</p>}
      </div>
    </div>
  )
}

function ViewLink({
  name,
  url,
  glyph,
  isCurrent,
  isFirst,
  isLocked,
  isBroken,
  onChosen,
}: {
  name: string
  url: string
  glyph: GlyphName
  isCurrent: boolean
  isFirst: boolean
  isLocked: boolean
  isBroken: boolean
  onChosen(): void
}) {
  const { t } = useTranslation('viewSwitcher')
  return (
    <li>
      <AppLink
        href={url}
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
        {...(isCurrent ? { 'data-autofocus': true } : {})}
        onClick={onChosen}
      >
        <Glyph name={glyph} className={classes.sign} />
        <span className={classes.name}>{name}</span>
        {isBroken && <Sign glyph="warning" text={t('broken')} />}
        {isLocked && <Sign glyph="lock" text={t('locked')} />}
        {isFirst && <Sign glyph="home" text={t('first')} />}
        {isCurrent && <Glyph name="check" size={14} />}
      </AppLink>
    </li>
  )
}

function Sign({ glyph, text }: { glyph: GlyphName; text: string }) {
  return (
    <Tooltip label={text}>
      <span className={classes.sign}>
        <Glyph name={glyph} size={12} />
        <span className={hidden.hidden}>, {text}</span>
      </span>
    </Tooltip>
  )
}
