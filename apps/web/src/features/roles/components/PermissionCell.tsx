/** One permission on one target: shows what is allowed, and from where; a menu changes it. */
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import { type Allowed, isRule, type RecordPermission, type Target } from '../grants.ts'
import classes from './PermissionTable.module.css'

type Level = 'none' | 'all' | 'some'
const levelOf = (allowed: Allowed): Level => (isRule(allowed) ? 'some' : allowed)

const glyphs: Record<Level, GlyphName> = { none: 'minus', all: 'check', some: 'filter' }
const words = { none: 'data.none', all: 'data.all', some: 'data.some' } as const

export function PermissionCell({
  name,
  permission,
  allowed,
  inherited,
  nameOf,
  onSet,
  onEditRule,
}: {
  /** Of the collection or field. */
  name: string
  permission: RecordPermission
  allowed: Allowed
  inherited: { allowed: Allowed; target: Target } | null
  nameOf(target: Target): string
  onSet(allowed: 'none' | 'all'): void
  onEditRule(): void
}) {
  const { t } = useTranslation('roles')
  const own = levelOf(allowed)
  const above = inherited ? levelOf(inherited.allowed) : 'none'
  const isInherited = above === 'all' ? own !== 'all' : own === 'none' && above === 'some'
  const level = isInherited ? above : own
  const from = inherited ? nameOf(inherited.target) : ''
  const state = isInherited
    ? t(above === 'all' ? 'data.allFrom' : 'data.someFrom', { from })
    : t(words[level])
  return (
    <ActionMenu
      position="bottom"
      trigger={
        <button
          type="button"
          className={classes.button}
          data-own={(own !== 'none' && !isInherited) || undefined}
          data-inherited={isInherited || undefined}
          aria-label={t('data.cell', { name, permission: t(`data.${permission}`), state })}
          title={state}
        >
          <Glyph name={glyphs[level]} size={14} />
          <span className={classes.word}>{t(`data.short.${level}`)}</span>
        </button>
      }
      items={[
        ...(isInherited ? [{ text: state }] : []),
        { label: t('data.none'), isChecked: own === 'none', action: () => onSet('none') },
        { label: t('data.all'), isChecked: own === 'all', action: () => onSet('all') },
        {
          label: t(own === 'some' ? 'data.editRule' : 'data.chooseSome'),
          isChecked: own === 'some',
          action: onEditRule,
        },
      ]}
    />
  )
}
