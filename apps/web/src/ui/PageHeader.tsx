/**
 * The one header of a page: breadcrumb, title with icon, at most one primary action, the rest in a menu, tabs below.
 * The breadcrumb comes from the route (PageContext, filled by the shell) unless given.
 *
 *   <PageHeader
 *     title={collection.pluralName} icon={collection.icon}
 *     action={<Button leftSection={<Glyph name="plus" />} onClick={create}>{text}</Button>}
 *     menuItems={[{ label: text, glyph: 'settings', url: editUrl }]}
 *     tabs={[{ label: text, url: `${base}/details` }]}
 *   />
 */
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../lib/page-title.ts'
import { ActionMenu, type MenuItem } from './ActionMenu.tsx'
import { AppLink } from './AppLink.tsx'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import classes from './PageHeader.module.css'

export interface Crumb {
  label: string
  /** Absent where there is no link. */
  url?: string
}

export interface Tab {
  label: string
  /** A stored icon name. */
  icon?: string
  url: string
  count?: number
  /** Default: the address begins with `url`. */
  isActive?: boolean
}

/** What the shell provides about the page. */
export const PageContext = createContext<{ crumbs: readonly Crumb[]; path: string }>({ crumbs: [], path: '' })

export function PageHeader({
  title,
  icon,
  picture,
  glyph,
  description,
  aside,
  action,
  menuItems = [],
  menu = <HeaderMenu items={menuItems} />,
  tabs,
  crumbs,
}: {
  title: string
  /** A stored icon name. */
  icon?: string | null
  /** Address of a picture of what the title names, instead of an icon. */
  picture?: string | null | undefined
  glyph?: GlyphName
  description?: ReactNode
  aside?: ReactNode
  action?: ReactNode
  menuItems?: readonly MenuItem[]
  /** Around a `HeaderMenu`, for items that arrive later. */
  menu?: ReactNode
  tabs?: readonly Tab[]
  crumbs?: readonly Crumb[]
}) {
  const page = useContext(PageContext)
  usePageTitle(title)
  const trail = crumbs ?? page.crumbs
  return (
    <header className={classes.header} data-tabs={tabs ? '' : undefined}>
      {trail.length > 0 && <Breadcrumbs crumbs={trail} />}
      <div className={classes.line}>
        {picture ? (
          <img src={picture} alt="" className={classes.picture} />
        ) : glyph ? (
          <Glyph name={glyph} size={20} className={classes.icon} />
        ) : icon ? (
          <Icon name={icon} size={18} className={classes.icon} />
        ) : null}
        <h1 className={classes.title}>{title}</h1>
        {aside}
        <div className={classes.actions}>
          {action}
          {menu}
        </div>
      </div>
      {description && <p className={classes.description}>{description}</p>}
      {tabs && <Tabs tabs={tabs} path={page.path} />}
    </header>
  )
}

export function HeaderMenu({ items }: { items: readonly MenuItem[] }) {
  return <ActionMenu items={items} withinPortal={false} />
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('common')
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.crumbs}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={`${crumb.label}${crumb.url ?? ''}`}>
            {crumb.url ? <AppLink href={crumb.url}>{crumb.label}</AppLink> : <span>{crumb.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Tabs({ tabs, path }: { tabs: readonly Tab[]; path: string }) {
  const { t } = useTranslation('common')
  const bar = useRef<HTMLElement>(null)
  // If not all fit, the open tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab depends on the address
  useLayoutEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && open)
      bar.current.scrollLeft = open.offsetLeft - (bar.current.clientWidth - open.offsetWidth) / 2
  }, [path, tabs.length])
  return (
    <nav aria-label={t('tabs')} className={classes.tabs} ref={bar}>
      {tabs.map((tab) => {
        const isActive = tab.isActive ?? (path === tab.url || path.startsWith(`${tab.url}/`))
        return (
          <AppLink
            key={tab.url}
            href={tab.url}
            className={classes.tab}
            aria-current={isActive ? 'page' : undefined}
          >
            {tab.icon && <Icon name={tab.icon} size={13} />}
            {tab.label}
            {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
          </AppLink>
        )
      })}
    </nav>
  )
}
