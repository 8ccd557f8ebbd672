/**
 * A menu of actions and links from data (spec section 3, "Menu item"), with headers, texts and nested items.
 *
 *   <ActionMenu items={[{ label: text, glyph: 'edit', action: edit }]} />
 *   <ActionMenu items={items} trigger={<Button>…</Button>} />
 */
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ActionMenu.module.css'
import { AppLink } from './AppLink.tsx'
import { Glyph, type GlyphName } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Initials } from './Initials.tsx'
import { LazyMenu, type LazyMenuProps, type MenuTrigger } from './LazyMenu.tsx'

export interface MenuItem {
  label?: string
  /** A stored icon name, e.g. of a user's collection. */
  icon?: string
  /** A line icon of the interface, for actions. */
  glyph?: GlyphName
  url?: string
  target?: string
  action?: () => unknown
  /** Nested items open beside this one. */
  items?: readonly MenuItem[]
  /** A heading over the items that follow. */
  header?: string
  /** A second line, or a plain text without an action. */
  text?: string
  /** A block with picture, name and text at the top of a menu. */
  template?: 'teamHeader' | 'userHeader'
  avatar?: string
  altText?: string
  isDisabled?: boolean
  isChecked?: boolean
  /** A line above it. */
  isSeparated?: boolean
}

export function ActionMenu({
  items,
  trigger,
  label,
  ...menu
}: { items: readonly MenuItem[]; trigger?: MenuTrigger; label?: string } & Omit<
  LazyMenuProps,
  'children' | 'trigger'
>) {
  const { t } = useTranslation('common')
  if (items.length === 0) return null
  return (
    <LazyMenu
      position="bottom-end"
      width={220}
      withInitialFocusPlaceholder={false}
      trigger={trigger ?? <IconButton glyph="more" label={label ?? t('more')} />}
      {...menu}
    >
      <Menu.Dropdown>
        <MenuItems items={items} />
      </Menu.Dropdown>
    </LazyMenu>
  )
}

const keyOf = (item: MenuItem, at: number) => item.url ?? item.label ?? item.header ?? item.text ?? String(at)

/** In a `Menu.Dropdown`. */
export function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item, at) => <Item key={keyOf(item, at)} item={item} />)
}

function Item({ item }: { item: MenuItem }) {
  return (
    <>
      {item.isSeparated && <Menu.Divider />}
      {item.template ? (
        <Heading item={item} />
      ) : item.header ? (
        <Menu.Label>{item.header}</Menu.Label>
      ) : (
        <ActionItem item={item} />
      )}
    </>
  )
}

function Heading({ item }: { item: MenuItem }) {
  return (
    <div className={classes.heading}>
      {item.avatar ? (
        <img src={item.avatar} alt={item.altText ?? ''} width={32} height={32} className={classes.picture} />
      ) : (
        <Initials name={item.label ?? ''} size={32} isRound={item.template === 'userHeader'} />
      )}
      <div className={classes.headingText}>
        <strong>{item.label}</strong>
        {item.text && <span>{item.text}</span>}
      </div>
    </div>
  )
}

function ActionItem({ item }: { item: MenuItem }) {
  const left = item.glyph ? <Glyph name={item.glyph} /> : item.icon ? <Icon name={item.icon} /> : undefined
  const right = item.isChecked ? <Glyph name="check" size={14} /> : undefined
  const body = (
    <>
      {item.label}
      {item.label && item.text && <span className={classes.text}>{item.text}</span>}
    </>
  )
  if (!item.label) return <p className={classes.plain}>{item.text}</p>
  if (item.items) {
    return (
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={left}>{body}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          <MenuItems items={item.items} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
    )
  }
  if (item.url !== undefined && !item.isDisabled) {
    return (
      <Menu.Item
        component={AppLink}
        href={item.url}
        target={item.target}
        leftSection={left}
        rightSection={right}
        aria-current={item.isChecked || undefined}
        onClick={() => void item.action?.()}
      >
        {body}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item
      leftSection={left}
      rightSection={right}
      aria-current={item.isChecked || undefined}
      disabled={item.isDisabled}
      onClick={() => void item.action?.()}
    >
      {body}
    </Menu.Item>
  )
}
