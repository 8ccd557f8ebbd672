/** The colours of rows in a table: rules in order, of which the first that matches counts. */
import { Button } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import { nextColors } from '@muster/contract/lists/colors'
import { maxMarks } from '@muster/contract/records/records.schema'
import type { RowColor } from '@muster/contract/views/views.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { ListEditor } from '../../../../ui/ListEditor.tsx'
import styles from '../../../../ui/shared.module.css'
import { ColorPicker } from '../../../fields/public.ts'
import { FilterBuilder } from '../../../filters/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { useOptions } from './DraftFields.tsx'
import classes from './RowColors.module.css'
import { Section } from './Section.tsx'

const everything: Filter = { and: [] }
const isEverything = (filter: Filter) => 'and' in filter && filter.and.length === 0

/** A rule with a key, by which its inputs stay its own when rules are moved. */
interface Keyed {
  key: number
  rule: RowColor
}

export function RowColorsSection() {
  const { t } = useTranslation('viewsAdmin')
  const { view, wrong } = useViewDraft()
  const [{ rowColors }, setOption] = useOptions()
  const [keys, setKeys] = useState(() => rowColors.map((_, n) => n))
  const keyed = rowColors.map((rule, n): Keyed => ({ key: keys[n] ?? -1 - n, rule }))
  const put = (next: readonly Keyed[]) => {
    setKeys(next.map(({ key }) => key))
    setOption({ rowColors: next.map(({ rule }) => rule) })
  }
  const change = (key: number, part: Partial<RowColor>) =>
    put(keyed.map((one) => (one.key === key ? { key, rule: { ...one.rule, ...part } } : one)))
  const nameOf = ({ key }: Keyed) =>
    t('rowColors.rule', { number: keyed.findIndex((one) => one.key === key) + 1 })
  return (
    <Section title={t('rowColors.title')} keys={['displayOptions.rowColors']}>
      <p className={styles.note}>{t(keyed.length === 0 ? 'rowColors.none' : 'rowColors.help')}</p>
      <ListEditor
        label={t('rowColors.title')}
        items={keyed}
        idOf={({ key }) => key}
        nameOf={nameOf}
        className={classes.rules}
        rowClassName={classes.rule}
        moveLabel={(rule) => t('rowColors.move', { rule })}
        removeLabel={(rule) => t('rowColors.remove', { rule })}
        onChange={put}
      >
        {({ key, rule }, { at, remove }) => (
          <>
            <ColorPicker
              value={rule.color}
              label={t('rowColors.color', { number: at + 1 })}
              onChange={(color) => change(key, { color })}
            />
            <div className={classes.filter}>
              <FilterBuilder
                dataCollectionId={view.dataCollectionId}
                value={isEverything(rule.filter) ? null : rule.filter}
                emptyText={t('rowColors.everything')}
                errors={errorsAt(wrong, `displayOptions.rowColors.${at}.filter`)}
                onChange={(filter) => change(key, { filter: filter ?? everything })}
              />
            </div>
            {remove}
          </>
        )}
      </ListEditor>
      <div>
        <Button
          variant="default"
          leftSection={<Glyph name="plus" />}
          disabled={keyed.length >= maxMarks}
          onClick={() => {
            const [color = ''] = nextColors(
              rowColors.map((rule) => rule.color),
              1,
            )
            put([
              ...keyed,
              { key: Math.max(-1, ...keyed.map((one) => one.key)) + 1, rule: { filter: everything, color } },
            ])
          }}
        >
          {t('rowColors.add')}
        </Button>
      </div>
    </Section>
  )
}

/** Error texts at a path and below it, by the rest of their path. */
function errorsAt(wrong: ReturnType<typeof useViewDraft>['wrong'], path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wrong)
      .filter(([at]) => at === path || at.startsWith(`${path}.`))
      .map(([at, { text }]) => [at.slice(path.length + 1), text]),
  )
}
