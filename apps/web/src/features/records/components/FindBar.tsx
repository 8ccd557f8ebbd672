/** Find in the list: how many matches, and previous and next. */
import { ActionIcon, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { type Found, mostHits } from '../data/use-find.ts'
import classes from './FindBar.module.css'

export function FindBar({
  text,
  found,
  /** Index of the current match, from 0; -1 before the first. */
  at,
  onText,
  onStep,
  onClose,
}: {
  text: string
  found: Found
  at: number
  onText(text: string): void
  onStep(by: 1 | -1): void
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common'])
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const count = found.hits.length
  const number = `${format.number(count)}${count >= mostHits ? '+' : ''}`
  const isSearching = text.trim() !== '' && found.seen < found.total
  const state =
    text.trim() === ''
      ? ''
      : count === 0
        ? isSearching || found.total === 0
          ? t('records:find.searching')
          : t('records:find.none')
        : t('records:find.at', { at: format.number(at + 1), count: number })
  return (
    <search className={classes.bar} aria-label={t('records:find.label')}>
      <TextInput
        ref={input}
        size="xs"
        className={classes.input}
        aria-label={t('records:find.label')}
        placeholder={t('records:find.label')}
        value={text}
        maxLength={200}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          } else if (event.key === 'Enter') {
            event.preventDefault()
            onStep(event.shiftKey ? -1 : 1)
          }
        }}
      />
      <span className={classes.count} role="status">
        {state}
        {isSearching && count > 0 ? ' …' : ''}
      </span>
      <ActionIcon aria-label={t('records:find.previous')} disabled={count === 0} onClick={() => onStep(-1)}>
        <Glyph name="chevronUp" size={14} />
      </ActionIcon>
      <ActionIcon aria-label={t('records:find.next')} disabled={count === 0} onClick={() => onStep(1)}>
        <Glyph name="chevronDown" size={14} />
      </ActionIcon>
      <ActionIcon aria-label={t('common:close')} onClick={onClose}>
        <Glyph name="close" size={14} />
      </ActionIcon>
    </search>
  )
}
